import { useId } from 'react';
import { usePrivacy } from '../../state/use-winnow.ts';
import { formatCount, formatPlural } from '../format.ts';
import { Icon } from '../kit/icon.tsx';

/** A live count of what the page asked of other sites, with what backs it one click away. */
export function PrivacyBadge() {
  const { ownCount, foreignCount, blockedCount, foreignOrigins } = usePrivacy();
  const panelId = useId();
  const isClean = foreignCount === 0;
  return (
    <>
      <button type="button" className="badge" data-tone={isClean ? 'good' : 'bad'} popoverTarget={panelId}>
        <Icon name={isClean ? 'shield' : 'alert'} />
        <span className="badge-text figures">
          {formatPlural(foreignCount, 'request')}
          <span className="badge-more"> to other sites</span>
        </span>
      </button>
      <div id={panelId} className="badge-panel" popover="auto">
        <h2>{isClean ? 'Nothing left this device' : 'Something asked another site'}</h2>
        <p>
          Your documents, questions and answers stay in this browser. The page’s security policy lets it talk to the
          place it was loaded from and to nothing else. The page’s own requests are counted here; its background workers
          are bound by the same policy.
        </p>
        <dl className="facts">
          <dt>Requests to other sites</dt>
          <dd>{formatCount(foreignCount)}</dd>
          <dt>Stopped by the policy</dt>
          <dd>{formatCount(blockedCount)}</dd>
          <dt>Files the page took from this site</dt>
          <dd>{formatCount(ownCount)}</dd>
        </dl>
        {foreignOrigins.length > 0 && <p>Asked for: {foreignOrigins.join(', ')}</p>}
      </div>
    </>
  );
}
