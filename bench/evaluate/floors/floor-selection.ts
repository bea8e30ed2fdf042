import type { Pool } from '../../../src/core/domain/pool.ts';
import type { Selection } from '../../../src/core/domain/selection.ts';
import { givenSelection } from '../given-selection.ts';
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
  const selection = givenSelection(candidates, kept, kept.length > 0 ? 'selected' : 'none');
  return { pool: { ...pool, candidates }, selection };
}
