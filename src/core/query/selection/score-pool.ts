import { passageTitle } from '../../domain/passage-title.ts';
import type { Candidate } from '../../domain/pool.ts';
import type { Scoring } from '../../domain/selection.ts';
import { uniqueCandidates } from './decide-candidates.ts';
import type { SelectionRequest } from './selection-strategy.ts';

/** A candidate with the probability, 0..1, that it helps to answer the question. */
export type ScoredCandidate = { readonly candidate: Candidate; readonly probability: number };

export type ScoredPool = {
  /** Most probable first; without near-duplicates. */
  readonly candidates: readonly ScoredCandidate[];
  readonly scoring: Scoring;
};

/** A passage as rankers read it: what it is about, then its text. */
function titledText(candidate: Candidate): string {
  const title = passageTitle(candidate);
  return title === '' ? candidate.passage.text : `${title}: ${candidate.passage.text}`;
}

/** Equal probabilities stand as they were retrieved, so the order never depends on that of the pool. */
function byProbability(a: ScoredCandidate, b: ScoredCandidate): number {
  const difference = b.probability - a.probability || b.candidate.fusedScore - a.candidate.fusedScore;
  if (difference !== 0) return difference;
  return a.candidate.passage.id < b.candidate.passage.id ? -1 : 1;
}

/**
 * The pool in the cross-encoder's order. An empty pool asks nobody.
 * @throws Cancelled, WinnowError of the cross-encoder
 */
export async function scorePool({
  question,
  pool,
  crossEncoder,
  clock,
  signal,
}: Pick<SelectionRequest, 'question' | 'pool' | 'crossEncoder' | 'clock' | 'signal'>): Promise<ScoredPool> {
  const startMs = clock.monotonicMs();
  const unique = uniqueCandidates(pool.candidates);
  const probabilities = unique.length === 0 ? [] : await crossEncoder.score(question, unique.map(titledText), signal);
  const scored = unique.map((candidate, index) => ({ candidate, probability: probabilities[index] ?? 0 }));
  return {
    candidates: scored.sort(byProbability),
    scoring: { ...crossEncoder.info, scoredCount: unique.length, elapsedMs: clock.monotonicMs() - startMs },
  };
}
