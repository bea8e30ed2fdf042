// Records of one run → its measures, over all and by group.
import { bootstrapMean, type Interval } from './bootstrap.ts';
import { groupBy } from './group-by.ts';
import { needsNone, type SelectionRecord, scoreRecord } from './selection-record.ts';

/** Intervals are 95 % bootstrap intervals over samples. Sizes, tokens and times are means of a sample. */
export type SelectionSummary = {
  readonly sampleCount: number;
  readonly exact: Interval;
  readonly f1: Interval;
  readonly precision: Interval;
  readonly recall: Interval;
  /** Of the samples where none was kept, those where nothing helps; null where none was ever kept. */
  readonly nonePrecision: Interval | null;
  /** Of the samples where nothing helps, those where none was kept; null where there is no such sample. */
  readonly noneRecall: Interval | null;
  readonly keptSize: number;
  readonly rightSize: number;
  readonly unreadableCount: number;
  /** Candidates that nobody judged, over all samples. */
  readonly notReadCount: number;
  readonly nearDuplicateCount: number;
  readonly truncatedCount: number;
  readonly repairCount: number;
  /** Null where another model than a language model read. */
  readonly readTokens: number | null;
  readonly writtenTokens: number;
  readonly keptTokens: number;
  readonly poolTokens: number;
  readonly elapsedMs: number;
};

export type SummaryGroup = { readonly name: string; readonly summary: SelectionSummary };

/** Pools by their number of candidates; the last takes all that is larger. */
const poolSizes: readonly { readonly name: string; readonly upTo: number }[] = [
  { name: 'pools to 8', upTo: 8 },
  { name: 'pools 9–14', upTo: 14 },
  { name: 'pools 15–20', upTo: 20 },
  { name: 'pools over 20', upTo: Number.POSITIVE_INFINITY },
];

/** @throws Error without records */
export function summariseSelections(records: readonly SelectionRecord[]): SelectionSummary {
  const scores = records.map(scoreRecord);
  const saidNone = records.filter(({ outcome }) => outcome === 'none');
  const sum = (measure: (record: SelectionRecord) => number) =>
    records.reduce((total, record) => total + measure(record), 0);
  const mean = (measure: (record: SelectionRecord) => number) => sum(measure) / records.length;
  const isUncounted = records.some(({ readTokens }) => readTokens === null);
  return {
    sampleCount: records.length,
    exact: intervalOf(scores.map(({ exact }) => Number(exact))),
    f1: intervalOf(scores.map(({ f1 }) => f1)),
    precision: intervalOf(scores.map(({ precision }) => precision)),
    recall: intervalOf(scores.map(({ recall }) => recall)),
    nonePrecision: bootstrapMean(saidNone.map((record) => Number(needsNone(record)))),
    noneRecall: bootstrapMean(records.filter(needsNone).map(({ outcome }) => Number(outcome === 'none'))),
    keptSize: mean(({ kept }) => kept.length),
    rightSize: mean(({ rightSets }) => rightSets[0]?.length ?? 0),
    unreadableCount: records.filter(({ outcome }) => outcome === 'unreadable').length,
    notReadCount: sum((record) => record.notReadCount),
    nearDuplicateCount: sum((record) => record.nearDuplicateCount),
    truncatedCount: sum((record) => record.truncatedCount),
    repairCount: sum((record) => record.repairCount),
    readTokens: isUncounted ? null : mean(({ readTokens }) => readTokens ?? 0),
    writtenTokens: mean((record) => record.writtenTokens),
    keptTokens: mean((record) => record.keptTokens),
    poolTokens: mean((record) => record.poolTokens),
    elapsedMs: mean((record) => record.elapsedMs),
  };
}

/** Summaries by source (by name), then by the size of the pool; groups without records are left out. */
export function summariseGroups(records: readonly SelectionRecord[]): readonly SummaryGroup[] {
  const bySource = [...groupBy(records, ({ source }) => source)].sort(([a], [b]) => (a < b ? -1 : 1));
  const bySize = groupBy(records, ({ pool }) => poolSizes.find(({ upTo }) => pool.length <= upTo)?.name ?? '');
  const sized = poolSizes.map(({ name }) => [name, bySize.get(name) ?? []] as const);
  return [...bySource, ...sized]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => ({ name, summary: summariseSelections(members) }));
}

function intervalOf(values: readonly number[]): Interval {
  const interval = bootstrapMean(values);
  if (interval === null) throw new Error('there is no record to summarise');
  return interval;
}
