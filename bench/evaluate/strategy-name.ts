import type { StrategyChoice } from '../../src/core/domain/selection.ts';
import type { FloorChoice } from './floors/floor-choice.ts';

/** Beside the strategies that can be used, those that know the right answer or ask no ranker. */
export type EvaluatedChoice =
  | StrategyChoice
  /** The best k in 0..10 for each question, chosen with the right answer at hand. */
  | { readonly id: 'oracle' }
  | FloorChoice;

type Reader = (value: number) => EvaluatedChoice;

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0;
const isShare = (value: number): boolean => value >= 0 && value <= 1;

const plain: readonly EvaluatedChoice[] = [
  { id: 'zero-shot-adaptive' },
  { id: 'distilled-adaptive' },
  { id: 'oracle' },
  { id: 'floor-none' },
  { id: 'floor-all' },
  { id: 'floor-size-known' },
];

/** Strategies with a number: what it may be, and what it means. */
const numbered: Readonly<Record<string, { readonly fits: (value: number) => boolean; readonly read: Reader }>> = {
  identity: { fits: isCount, read: (k) => ({ id: 'identity', k }) },
  'cross-encoder': { fits: isCount, read: (k) => ({ id: 'cross-encoder', k }) },
  permutation: { fits: isCount, read: (k) => ({ id: 'permutation', k }) },
  'cross-encoder-threshold': { fits: isShare, read: (threshold) => ({ id: 'cross-encoder-threshold', threshold }) },
  'floor-top': { fits: isCount, read: (k) => ({ id: 'floor-top', k }) },
  'floor-top-2-over': { fits: (score) => score >= 0, read: (score) => ({ id: 'floor-top-2-over', score }) },
  'floor-over-share': { fits: isShare, read: (share) => ({ id: 'floor-over-share', share }) },
};

/**
 * `identity@5` → `{ id: 'identity', k: 5 }`: what stands behind the @ is the strategy's number.
 * @throws Error for a name that is none
 */
export function parseStrategy(name: string): EvaluatedChoice {
  const [id = '', value, ...rest] = name.split('@');
  if (value === undefined) {
    const choice = plain.find((known) => known.id === id);
    if (choice) return choice;
  }
  const kind = Object.hasOwn(numbered, id) ? numbered[id] : undefined;
  const number = Number(value);
  if (kind && value !== undefined && value !== '' && rest.length === 0 && kind.fits(number)) return kind.read(number);
  const names = [...plain.map((known) => known.id), ...Object.keys(numbered).map((known) => `${known}@NUMBER`)];
  throw new Error(`"${name}" is no strategy; there are: ${names.join(', ')}`);
}

/** True for strategies that ask the cross-encoder. */
export function asksCrossEncoder({ id }: EvaluatedChoice): boolean {
  return id === 'cross-encoder' || id === 'cross-encoder-threshold' || id === 'distilled-adaptive';
}
