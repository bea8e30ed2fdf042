import { bootstrapMean, type Interval } from './bootstrap.ts';
import { type SelectionRecord, scoreRecord } from './selection-record.ts';
import { meanPairJaccard } from './set-metrics.ts';

/**
 * Set F1 of one run less that of another, sample by sample: much narrower than the difference of two intervals.
 * Null when they have no sample in common.
 */
export function pairedF1(run: readonly SelectionRecord[], other: readonly SelectionRecord[]): Interval | null {
  const scores = new Map(other.map((record) => [record.id, scoreRecord(record).f1]));
  const differences = run.flatMap((record) => {
    const before = scores.get(record.id);
    return before === undefined ? [] : [scoreRecord(record).f1 - before];
  });
  return bootstrapMean(differences);
}

/**
 * How far the kept sets agree between runs over the same samples, such as those of several candidate orders: the mean
 * Jaccard similarity of all pairs of runs, over the samples that all runs hold. Null when there are none.
 */
export function agreement(runs: readonly (readonly SelectionRecord[])[]): Interval | null {
  const byId = runs.map((records) => new Map(records.map((record) => [record.id, record.kept])));
  const [first, ...others] = byId;
  const common = [...(first?.keys() ?? [])].filter((id) => others.every((records) => records.has(id)));
  return bootstrapMean(common.map((id) => meanPairJaccard(byId.map((records) => records.get(id) ?? []))));
}
