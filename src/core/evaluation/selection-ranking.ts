// A selection seen as a ranking of its pool, for TREC files and for the measures of rankings.
import { averagePrecision, type Grades, ndcgAt, recallAt, reciprocalRank } from './ranking-metrics.ts';
import type { SelectionRecord } from './selection-record.ts';
import type { Qrels, RunRow } from './trec-files.ts';

/** The kept candidates as kept; then the others by probability, those without one last, equal ones in pool order. */
export function rankingOf({ kept, pool, probabilities }: SelectionRecord): readonly number[] {
  const isKept = new Set(kept);
  const probabilityOf = new Map(pool.map((number, place) => [number, probabilities[place] ?? -1]));
  const others = pool.filter((number) => !isKept.has(number));
  return [...kept, ...others.sort((a, b) => (probabilityOf.get(b) ?? -1) - (probabilityOf.get(a) ?? -1))];
}

/** Rows of a TREC run. Scores count down to 1, so that a reader who sorts by them finds this very order. */
export function runRowsOf(records: readonly SelectionRecord[]): readonly RunRow[] {
  return records.flatMap((record) => {
    const ranking = rankingOf(record);
    return ranking.map((number, place) => ({
      qid: record.id,
      docid: docidOf(record, number),
      score: ranking.length - place,
    }));
  });
}

/** Grade 1 for every candidate of any right set, 0 for the others: a pool of which nothing helps is judged, too. */
export function qrelsOf(records: readonly SelectionRecord[]): Qrels {
  return new Map(records.map((record) => [record.id, gradesOf(record)]));
}

export type RankingSummary = {
  /** Samples where something helps; only these count. */
  readonly sampleCount: number;
  readonly ndcgAt10: number;
  readonly recallAt5: number;
  readonly averagePrecision: number;
  readonly reciprocalRank: number;
};

/** Means over the samples where something helps; null when there is none. */
export function summariseRankings(records: readonly SelectionRecord[]): RankingSummary | null {
  const scored = records.flatMap((record) => {
    const grades = gradesOf(record);
    const ranking = rankingOf(record).map((number) => docidOf(record, number));
    return [...grades.values()].some((grade) => grade > 0) ? [{ grades, ranking }] : [];
  });
  if (scored.length === 0) return null;
  const mean = (measure: (ranking: readonly string[], grades: Grades) => number) =>
    scored.reduce((sum, { ranking, grades }) => sum + measure(ranking, grades), 0) / scored.length;
  return {
    sampleCount: scored.length,
    ndcgAt10: mean((ranking, grades) => ndcgAt(10, ranking, grades)),
    recallAt5: mean((ranking, grades) => recallAt(5, ranking, grades)),
    averagePrecision: mean(averagePrecision),
    reciprocalRank: mean(reciprocalRank),
  };
}

function docidOf({ id }: SelectionRecord, number: number): string {
  return `${id}#${number}`;
}

function gradesOf(record: SelectionRecord): ReadonlyMap<string, number> {
  const right = new Set(record.rightSets.flat());
  return new Map(record.pool.map((number) => [docidOf(record, number), Number(right.has(number))]));
}
