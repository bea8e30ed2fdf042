import { useTransfer, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { transferProgressSentence, transferResultSentence } from './transfer-sentences.ts';

/** How far the library is on its way out or in, and how it ended. */
export function TransferStatus() {
  const { transferActions } = useWinnow();
  const transfer = useTransfer((facts) => facts.transfer);
  if (transfer === null) return null;
  const { kind, fileName, status, progress, error } = transfer;
  const isRunning = status === 'running';
  const sentence = error === null ? null : errorSentence(error);
  return (
    <div className="transfer" data-status={status}>
      <div className="import-body">
        <p className="document-name" title={fileName}>
          {fileName}
        </p>
        <p className="document-measure figures">
          {isRunning ? transferProgressSentence(kind, progress) : transferResultSentence(transfer)}
        </p>
        {isRunning && (
          <ProgressBar
            label={kind === 'export' ? 'Exporting the library' : 'Importing the library'}
            done={progress !== null && progress.total > 0 ? progress.done : null}
            total={progress?.total ?? 0}
          />
        )}
        {sentence !== null && (
          <p className="import-error">
            <Icon name="alert" />
            <span>
              <strong>{sentence.title}</strong> {sentence.advice}
            </span>
          </p>
        )}
      </div>
      {isRunning ? (
        <IconButton icon="close" label={`Cancel the ${kind}`} onClick={transferActions.cancel} />
      ) : (
        <IconButton icon="close" label={`Dismiss the ${kind}`} onClick={transferActions.dismiss} />
      )}
    </div>
  );
}
