/** Metrics of a ranking, as trec_eval defines them; each takes docids best first and the query's grades (> 0 relevant). */
export type Grades = ReadonlyMap<string, number>;

/** Share of the relevant documents among the first k; 0 when nothing is relevant. */
export function recallAt(k: number, ranking: readonly string[], grades: Grades): number {
  const relevant = relevantCount(grades);
  if (relevant === 0) return 0;
  return ranking.slice(0, k).filter((docid) => isRelevant(grades, docid)).length / relevant;
}

/** Normalised discounted cumulative gain with linear gain and a log2(rank + 1) discount. */
export function ndcgAt(k: number, ranking: readonly string[], grades: Grades): number {
  const ideal = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const best = discounted(ideal.slice(0, k));
  if (best === 0) return 0;
  return discounted(ranking.slice(0, k).map((docid) => Math.max(0, grades.get(docid) ?? 0))) / best;
}

/** Precision at each relevant document's rank, summed and divided by the number of relevant documents. */
export function averagePrecision(ranking: readonly string[], grades: Grades): number {
  const relevant = relevantCount(grades);
  if (relevant === 0) return 0;
  let found = 0;
  let sum = 0;
  ranking.forEach((docid, position) => {
    if (!isRelevant(grades, docid)) return;
    found += 1;
    sum += found / (position + 1);
  });
  return sum / relevant;
}

/** 1 / rank of the first relevant document; 0 when none was found. */
export function reciprocalRank(ranking: readonly string[], grades: Grades): number {
  const position = ranking.findIndex((docid) => isRelevant(grades, docid));
  return position < 0 ? 0 : 1 / (position + 1);
}

function isRelevant(grades: Grades, docid: string): boolean {
  return (grades.get(docid) ?? 0) > 0;
}

function relevantCount(grades: Grades): number {
  return [...grades.values()].filter((grade) => grade > 0).length;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, position) => sum + gain / Math.log2(position + 2), 0);
}
