import { describe, expect, it } from 'vitest';
import fixture from './fixtures/ir-measures.json';
import { averagePrecision, ndcgAt, recallAt, reciprocalRank } from './ranking-metrics.ts';
import { formatQrels, formatRun, parseQrels, parseRun, rankingsOf } from './trec-files.ts';

const qrels = parseQrels(fixture.qrels);
const rankings = rankingsOf(parseRun(fixture.run));
const measures: Record<string, (ranking: readonly string[], grades: ReadonlyMap<string, number>) => number> = {
  'nDCG@10': (ranking, grades) => ndcgAt(10, ranking, grades),
  'nDCG@5': (ranking, grades) => ndcgAt(5, ranking, grades),
  'R@5': (ranking, grades) => recallAt(5, ranking, grades),
  'R@20': (ranking, grades) => recallAt(20, ranking, grades),
  AP: averagePrecision,
  RR: reciprocalRank,
};

describe('ranking metrics agree with ir_measures to 1e-9, ties included', () => {
  it.each(fixture.values)('$measure of $qid', ({ qid, measure, value }) => {
    const grades = qrels.get(qid) ?? new Map();
    expect(Math.abs((measures[measure]?.(rankings.get(qid) ?? [], grades) ?? Number.NaN) - value)).toBeLessThan(1e-9);
  });
});

describe('TREC files', () => {
  it('survive a round trip', () => {
    expect(parseQrels(formatQrels(qrels))).toEqual(qrels);
    const rows = parseRun(fixture.run);
    expect(rankingsOf(parseRun(formatRun(rows, 'tag')))).toEqual(rankings);
  });

  it('name the line that is wrong', () => {
    expect(() => parseRun('q Q0 d 1 2.5 t\nq Q0 d 1\n')).toThrow('line 2 has 4 fields instead of 6');
    expect(() => parseQrels('q 0 d high\n')).toThrow('line 1: "high" is not a number');
  });
});
