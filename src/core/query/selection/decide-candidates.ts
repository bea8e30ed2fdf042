import type { PassageId } from '../../domain/passage.ts';
import type { Candidate } from '../../domain/pool.ts';
import type { CandidateDecision, Decision } from '../../domain/selection.ts';

export type Judgement = {
  /** Most useful first. */
  readonly kept: readonly PassageId[];
  /** Every candidate that was judged, the kept ones included. */
  readonly judged: ReadonlySet<PassageId>;
  /** Null for a judged candidate whose probability is unknown. */
  readonly probabilities: ReadonlyMap<PassageId, number | null>;
};

/** One decision for every candidate, in pool order. Near-duplicates are never judged: their better half speaks for them. */
export function decideCandidates(candidates: readonly Candidate[], judgement: Judgement): readonly CandidateDecision[] {
  const ranks = new Map(judgement.kept.map((id, position) => [id, position + 1]));
  const decide = (candidate: Candidate): Decision => {
    if (candidate.duplicateOf !== null) return { kind: 'near-duplicate', of: candidate.duplicateOf };
    const rank = ranks.get(candidate.passage.id);
    if (rank !== undefined) return { kind: 'kept', rank };
    return judgement.judged.has(candidate.passage.id) ? { kind: 'dropped' } : { kind: 'not-read' };
  };
  return candidates.map((candidate) => ({
    passageId: candidate.passage.id,
    decision: decide(candidate),
    probability: judgement.probabilities.get(candidate.passage.id) ?? null,
  }));
}

/** The candidates that a strategy has to judge. */
export function uniqueCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter((candidate) => candidate.duplicateOf === null);
}
