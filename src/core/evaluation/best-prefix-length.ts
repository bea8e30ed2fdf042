import { scoreAgainstSets } from './set-metrics.ts';

/**
 * The k in 0..limit whose first k candidates have the best F1: the papers' Oracle. Of equal ones the smallest, which
 * asks least of the generator.
 */
export function bestPrefixLength<Id>(
  order: readonly Id[],
  rightSets: readonly (readonly Id[])[],
  limit: number,
): number {
  let best = { k: 0, f1: -1 };
  for (let k = 0; k <= Math.min(limit, order.length); k++) {
    const { f1 } = scoreAgainstSets(order.slice(0, k), rightSets);
    if (f1 > best.f1) best = { k, f1 };
  }
  return best.k;
}
