import { useEffect, useRef } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import { useSource, useWinnow } from '../../state/use-winnow.ts';

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
      title={citation.origin === 'attributed' ? 'Found by Winnow after the answer was written' : undefined}
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
