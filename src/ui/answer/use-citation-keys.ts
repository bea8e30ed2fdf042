import { useEffect } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import { useWinnow } from '../../state/use-winnow.ts';

/** `n` and `p`, or the arrow keys on a citation, step through the citations in a ring. */
export function useCitationKeys(citations: readonly Citation[]): void {
  const { source, sourceActions } = useWinnow();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === 0 || citations.length === 0) return;
      const { citationIndex } = source.getState();
      const from = citationIndex ?? (step > 0 ? -1 : 0);
      const index = (from + step + citations.length) % citations.length;
      const citation = citations[index];
      if (citation === undefined) return;
      event.preventDefault();
      const isInEvidence = event.target instanceof Element && event.target.closest('.column-evidence') !== null;
      sourceActions.showCitation(index, citation, isInEvidence ? 'evidence' : 'answer');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [citations, source, sourceActions]);
}

function stepOf(event: KeyboardEvent): -1 | 0 | 1 {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return 0;
  if (target.closest('input, textarea, select, dialog, [popover]') !== null) return 0;
  if (event.key === 'n') return 1;
  if (event.key === 'p') return -1;
  if (target.closest('.citation, .lit') === null) return 0;
  if (event.key === 'ArrowRight' || event.key === 'ArrowDown') return 1;
  return event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
}
