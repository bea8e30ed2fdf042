import { useEffect, useRef } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import { useSource, useWinnow } from '../../state/use-winnow.ts';
import { formatPercent } from '../format.ts';

type CitationButtonProps = { readonly index: number; readonly citation: Citation; readonly isLit: boolean };

/** A number after a statement. Pointing at it lights its sentence; pressing it goes there. */
export function CitationButton({ index, citation, isLit }: CitationButtonProps) {
  const { sourceActions } = useWinnow();
  const focus = useSource((facts) => facts.focus);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isLit) return;
    if (focus?.on === 'answer') button.current?.focus();
    button.current?.scrollIntoView({ block: 'nearest' });
  }, [isLit, focus]);

  return (
    <button
      ref={button}
      type="button"
      className="citation"
      data-lit={isLit || undefined}
      data-origin={citation.origin}
      aria-label={`Citation ${index + 1}: passage ${citation.label}`}
      title={originWords(citation)}
      onMouseEnter={() => sourceActions.showCitation(index, citation)}
      onFocus={() => sourceActions.showCitation(index, citation)}
      onClick={() => {
        sourceActions.showPane('evidence');
        sourceActions.showCitation(index, citation, 'evidence');
      }}
    >
      {citation.label}
    </button>
  );
}

function originWords({ origin, support }: Citation): string {
  const share = `Its sentence holds ${formatPercent(support)} of the statement’s words.`;
  return origin === 'model' ? share : `Found by Winnow after the answer was written. ${share}`;
}
