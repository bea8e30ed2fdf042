import { createHash } from 'node:crypto';
import { groupBy } from '../../src/core/evaluation/group-by.ts';

type Sourced = { readonly id: string; readonly source: string };

/**
 * `count` samples, as many of each source as its share of all (largest remainders), the same ones every time: within a
 * source those whose hashed ids come first. Returned in the order given.
 */
export function takeShare<Sample extends Sourced>(samples: readonly Sample[], count: number): readonly Sample[] {
  if (count >= samples.length) return samples;
  const bySource = groupBy(samples, ({ source }) => source);
  const quotas = [...bySource].map(([source, members]) => {
    const exact = (count * members.length) / samples.length;
    return { source, whole: Math.floor(exact), rest: exact - Math.floor(exact) };
  });
  const left = count - quotas.reduce((sum, { whole }) => sum + whole, 0);
  const byRest = quotas.toSorted((a, b) => b.rest - a.rest || (a.source < b.source ? -1 : 1));
  const rounded = new Set(byRest.slice(0, left).map(({ source }) => source));
  const taken = new Set<Sample>();
  for (const { source, whole } of quotas) {
    const members = (bySource.get(source) ?? []).toSorted((a, b) => (hashOf(a.id) < hashOf(b.id) ? -1 : 1));
    for (const sample of members.slice(0, whole + (rounded.has(source) ? 1 : 0))) taken.add(sample);
  }
  return samples.filter((sample) => taken.has(sample));
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
