import type { Pool } from '../../../src/core/domain/pool.ts';
import type { Selection } from '../../../src/core/domain/selection.ts';
import type { ListwiseSample } from '../listwise-sample.ts';
import { candidateNumber } from '../sample-pool.ts';
import { type FloorChoice, floorSet } from './floor-choice.ts';
import { byWordOverlap } from './word-overlap.ts';

export type FloorResult = { readonly pool: Pool; readonly selection: Selection };

/** A floor's choice in the form of a selection, over the pool in the floor's own order. */
export function floorSelection(sample: ListwiseSample, pool: Pool, floor: FloorChoice): FloorResult {
  const texts = sample.candidates.map(({ title, text }) => `${title} ${text}`);
  const order = byWordOverlap(sample.question, texts);
  const byNumber = new Map(pool.candidates.map((candidate) => [candidateNumber(candidate.passage.id), candidate]));
  const candidates = order.flatMap(({ number }) => byNumber.get(number) ?? []);
  const numbers = floorSet(floor, order, sample.rightSets[0]?.length ?? 0);
  const kept = numbers.flatMap((number) => byNumber.get(number)?.passage.id ?? []);
  const selection: Selection = {
    strategy: { id: 'identity', k: kept.length },
    promptVersion: 'none',
    outcome: kept.length > 0 ? 'selected' : 'none',
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
  return { pool: { ...pool, candidates }, selection };
}
