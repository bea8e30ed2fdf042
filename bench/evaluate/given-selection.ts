import type { PassageId } from '../../src/core/domain/passage.ts';
import type { Candidate } from '../../src/core/domain/pool.ts';
import type { Selection, SelectionOutcome } from '../../src/core/domain/selection.ts';

/** What was decided elsewhere, in the form of a selection: these are kept, in this order, and all others dropped. */
export function givenSelection(
  candidates: readonly Candidate[],
  kept: readonly PassageId[],
  outcome: SelectionOutcome,
): Selection {
  return {
    strategy: { id: 'identity', k: kept.length },
    promptVersion: 'none',
    outcome,
    kept,
    decisions: candidates.map(({ passage }) => {
      const rank = kept.indexOf(passage.id) + 1;
      return {
        passageId: passage.id,
        decision: rank > 0 ? { kind: 'kept', rank } : { kind: 'dropped' },
        probability: null,
      };
    }),
    invocations: [],
    elapsedMs: 0,
  };
}
