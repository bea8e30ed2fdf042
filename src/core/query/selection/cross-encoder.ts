import type { StrategyChoice } from '../../domain/selection.ts';
import { decideCandidates } from './decide-candidates.ts';
import { type ScoredCandidate, scorePool } from './score-pool.ts';
import type { SelectionStrategy } from './selection-strategy.ts';

export type CrossEncoderChoice = Extract<StrategyChoice, { id: 'cross-encoder' | 'cross-encoder-threshold' }>;

function keep(choice: CrossEncoderChoice, scored: readonly ScoredCandidate[]): readonly ScoredCandidate[] {
  if (choice.id === 'cross-encoder') return scored.slice(0, choice.k);
  return scored.filter(({ probability }) => probability >= choice.threshold);
}

/**
 * Pointwise: every candidate is judged by itself, and the best k (the papers' Rerank-k) or those over a threshold are
 * kept. It cannot see that two passages say the same, or need each other. Asks no language model.
 */
export function createCrossEncoderStrategy(choice: CrossEncoderChoice): SelectionStrategy {
  return {
    choice,
    promptVersion: 'none',
    select: async function* (request) {
      const { pool, clock } = request;
      const startMs = clock.monotonicMs();
      const { candidates, scoring } = await scorePool(request);
      const kept = keep(choice, candidates).map(({ candidate }) => candidate.passage.id);
      const probabilities = new Map(
        candidates.map(({ candidate, probability }) => [candidate.passage.id, probability]),
      );
      return {
        strategy: choice,
        promptVersion: 'none',
        outcome: kept.length > 0 ? 'selected' : 'none',
        kept,
        decisions: decideCandidates(pool.candidates, { kept, judged: new Set(probabilities.keys()), probabilities }),
        invocations: [],
        scoring,
        elapsedMs: clock.monotonicMs() - startMs,
      };
    },
  };
}
