import { decideCandidates, uniqueCandidates } from './decide-candidates.ts';
import type { SelectionStrategy } from './selection-strategy.ts';

/**
 * The first k candidates as retrieved, near-duplicates left out: the papers' Vanilla-k. Asks no model, so the rest
 * counts as not read rather than as dropped.
 *
 * @param k passages to keep, 0 or more
 */
export function createIdentity(k: number): SelectionStrategy {
  const choice = { id: 'identity', k } as const;
  return {
    choice,
    promptVersion: 'none',
    select: async function* ({ pool, clock }) {
      const startMs = clock.monotonicMs();
      const kept = uniqueCandidates(pool.candidates)
        .slice(0, k)
        .map((candidate) => candidate.passage.id);
      const judgement = { kept, judged: new Set(kept), probabilities: new Map() };
      return {
        strategy: choice,
        promptVersion: 'none',
        outcome: kept.length > 0 ? 'selected' : 'none',
        kept,
        decisions: decideCandidates(pool.candidates, judgement),
        invocations: [],
        elapsedMs: clock.monotonicMs() - startMs,
      };
    },
  };
}
