import type { StrategyChoice } from '../../src/core/domain/selection.ts';

/** `oracle`: the best k in 0..10 for each question, chosen with the right answer at hand. No strategy that can be used. */
export type EvaluatedChoice = StrategyChoice | { readonly id: 'oracle' };

/**
 * `identity@5` → `{ id: 'identity', k: 5 }`: what stands behind the @ is the strategy's number.
 * @throws Error for a name that is none
 */
export function parseStrategy(name: string): EvaluatedChoice {
  const [id, value, ...rest] = name.split('@');
  const number = Number(value);
  const hasNumber = rest.length === 0 && value !== undefined && value !== '';
  if (
    (id === 'identity' || id === 'cross-encoder' || id === 'permutation') &&
    hasNumber &&
    Number.isInteger(number) &&
    number >= 0
  ) {
    return { id, k: number };
  }
  if (id === 'cross-encoder-threshold' && hasNumber && number >= 0 && number <= 1) return { id, threshold: number };
  if (id === 'zero-shot-adaptive' || id === 'distilled-adaptive' || id === 'oracle') {
    if (value === undefined) return { id };
  }
  throw new Error(
    `"${name}" is no strategy; take identity@K, cross-encoder@K, cross-encoder-threshold@PROBABILITY, ` +
      'permutation@K, zero-shot-adaptive, distilled-adaptive or oracle',
  );
}

export function asksCrossEncoder({ id }: EvaluatedChoice): boolean {
  return id === 'cross-encoder' || id === 'cross-encoder-threshold';
}
