import { useEffect } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import { useWinnow } from '../../state/use-winnow.ts';
import { groupLeaders, groupOf } from './citation-groups.ts';

/** `n` and `p`, or the arrow keys on a citation, step through the citations in a ring. */
export function useCitationKeys(citations: readonly Citation[]): void {
  const { source, sourceActions } = useWinnow();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === 0 || citations.length === 0) return;
      const { citationIndex } = source.getState();
      const leaders = groupLeaders(citations);
      const at = citationIndex === null ? -1 : leaders.indexOf(groupOf(citations, citationIndex)[0] ?? -1);
      const from = at === -1 && step < 0 ? 0 : at;
      const index = leaders[(from + step + leaders.length) % leaders.length];
      const citation = index === undefined ? undefined : citations[index];
      if (index === undefined || citation === undefined) return;
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
