import type { PassageId } from '../../core/domain/passage.ts';
import type { CandidateView, QueryView } from '../../core/pipeline/fold-query.ts';

/** The candidate in the evidence pane: what the person chose, else the first passage that was given to the answer. */
export function shownEntry(view: Pick<QueryView, 'candidates'>, chosenId: PassageId | null): CandidateView | null {
  const chosen = view.candidates.find(({ candidate }) => candidate.passage.id === chosenId);
  return chosen ?? view.candidates.find(({ label }) => label === 1) ?? null;
}
