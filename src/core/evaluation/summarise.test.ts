import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { bestPrefixLength } from './best-prefix-length.ts';
import { agreement, pairedF1 } from './compare-selections.ts';
import { answerRecord, selectionRecord } from './record-fixture.ts';
import { rankingOf, summariseRankings } from './selection-ranking.ts';
import { scoreAgainstSets } from './set-metrics.ts';
import { summariseAnswerGroups, summariseAnswers } from './summarise-answers.ts';
import { summariseGroups, summariseSelections } from './summarise-selections.ts';

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 6 }));
const rightSets = fc.array(numbers, { minLength: 1, maxLength: 3 });

describe('summariseSelections', () => {
  it('counts none against none as right, and none where something helps as wrong', () => {
    const summary = summariseSelections([
      selectionRecord({ rightSets: [[]], kept: [] }),
      selectionRecord({ rightSets: [[2]], kept: [] }),
      selectionRecord({ rightSets: [[]], kept: [1] }),
      selectionRecord({ rightSets: [[1, 2]], kept: [2, 1] }),
    ]);
    expect(summary.exact.mean).toBe(0.5);
    expect(summary.f1.mean).toBe(0.5);
    expect(summary.nonePrecision?.mean).toBe(0.5);
    expect(summary.noneRecall?.mean).toBe(0.5);
    expect(summary).toMatchObject({ sampleCount: 4, keptSize: 0.75, rightSize: 0.75, keptTokens: 15, poolTokens: 100 });
  });

  it('takes an unreadable reply for wrong, also where nothing helps, and not for a none', () => {
    const summary = summariseSelections([selectionRecord({ rightSets: [[]], outcome: 'unreadable' })]);
    expect(summary).toMatchObject({ unreadableCount: 1, exact: { mean: 0 }, f1: { mean: 0 }, nonePrecision: null });
    expect(summary.noneRecall?.mean).toBe(0);
  });

  it('lets an alternative set count as right', () => {
    const summary = summariseSelections([selectionRecord({ rightSets: [[1, 2], [3]], kept: [3] })]);
    expect(summary.exact.mean).toBe(1);
  });

  it('knows no tokens read where another model read', () => {
    const records = [selectionRecord({}), selectionRecord({ readTokens: null })];
    expect(summariseSelections(records).readTokens).toBeNull();
    expect(() => summariseSelections([])).toThrow('no record');
  });

  it('groups by source, then by the size of the pool', () => {
    const sized = (source: string, size: number) =>
      selectionRecord({ source, pool: Array.from({ length: size }, (_, place) => place + 1) });
    const groups = summariseGroups([sized('b', 8), sized('a', 9), sized('b', 20), sized('b', 15)]);
    expect(groups.map(({ name, summary }) => [name, summary.sampleCount])).toEqual([
      ['a', 1],
      ['b', 3],
      ['pools to 8', 1],
      ['pools 9–14', 1],
      ['pools 15–20', 2],
    ]);
  });
});

describe('runs side by side', () => {
  const runOf = (...kept: readonly (readonly number[])[]) =>
    kept.map((set, at) => selectionRecord({ id: `q${at}`, rightSets: [[1]], kept: set }));

  it('are compared sample by sample', () => {
    const [better, worse] = [runOf([1], [1], [1, 2]), runOf([2], [1], [1, 2], [1])];
    expect(pairedF1(better, worse)?.mean).toBeCloseTo(1 / 3);
    expect(pairedF1(worse, better)?.mean).toBeCloseTo(-1 / 3);
    expect(pairedF1([], worse)).toBeNull();
  });

  it('agree by their sets', () => {
    expect(agreement([runOf([1], [1, 2]), runOf([1], [2, 1])])?.mean).toBe(1);
    expect(agreement([runOf([1], [1, 2]), runOf([3], [2]), runOf([1], [1])])?.mean).toBeCloseTo((1 / 3 + 1 / 3) / 2);
    expect(agreement([])).toBeNull();
  });
});

describe('bestPrefixLength', () => {
  test.prop([numbers, rightSets, fc.integer({ min: 0, max: 6 })])(
    'no other k has a better F1, and no smaller one the same',
    (order, sets, limit) => {
      const best = bestPrefixLength(order, sets, limit);
      const f1 = (k: number) => scoreAgainstSets(order.slice(0, k), sets).f1;
      for (let k = 0; k <= Math.min(limit, order.length); k++) {
        if (k < best) expect(f1(k)).toBeLessThan(f1(best));
        else expect(f1(k)).toBeLessThanOrEqual(f1(best));
      }
    },
  );
});

describe('a selection as a ranking', () => {
  test.prop([fc.shuffledSubarray([1, 2, 3, 4, 5, 6]), fc.array(fc.option(fc.float({ min: 0, max: 1, noNaN: true })))])(
    'kept ones first, then by probability, then as in the pool',
    (pool, drawn) => {
      const kept = pool.slice(0, 2).toReversed();
      const probabilities = pool.map((_, place) => drawn[place] ?? null);
      const ranking = rankingOf(selectionRecord({ pool, kept, probabilities }));
      expect(ranking.toSorted()).toEqual(pool.toSorted());
      expect(ranking.slice(0, kept.length)).toEqual(kept);
      const keyOf = (number: number) => [probabilities[pool.indexOf(number)] ?? -1, -pool.indexOf(number)] as const;
      for (let place = kept.length + 1; place < ranking.length; place++) {
        const [before, behind] = [keyOf(ranking[place - 1] ?? 0), keyOf(ranking[place] ?? 0)];
        expect(before[0] > behind[0] || (before[0] === behind[0] && before[1] > behind[1])).toBe(true);
      }
    },
  );

  it('is measured only where something helps', () => {
    const found = selectionRecord({ id: 'a', rightSets: [[2], [3]], kept: [2] });
    const none = selectionRecord({ id: 'b', rightSets: [[]], kept: [1] });
    expect(summariseRankings([found, none])).toMatchObject({ sampleCount: 1, reciprocalRank: 1, recallAt5: 1 });
    expect(summariseRankings([none])).toBeNull();
  });
});

describe('summariseAnswers', () => {
  it('measures text and citations where there is evidence, abstention where there is none', () => {
    const summary = summariseAnswers([
      answerRecord({}),
      answerRecord({ text: 'It is Genève.', cited: [2, 2], rightSets: [[1, 2]] }),
      answerRecord({ outcome: 'abstained', text: 'The documents do not say Geneva.', cited: [] }),
      answerRecord({ outcome: 'none', text: '', rightSets: [[]], cited: [], evidenceTokens: 0, shown: [] }),
      answerRecord({ text: 'Geneva', rightSets: [[]] }),
    ]);
    expect(summary).toMatchObject({ sampleCount: 5, answerableCount: 3, evidenceTokens: 32, shownSize: 0.8 });
    expect(summary.exact?.mean).toBeCloseTo(1 / 3);
    expect(summary.f1?.mean).toBeCloseTo((1 + 0.5 + 0) / 3);
    expect(summary.stringMatch?.mean).toBeCloseTo(2 / 3);
    expect(summary.abstentionPrecision?.mean).toBe(0.5);
    expect(summary.abstentionRecall?.mean).toBe(0.5);
    expect(summary.citationPrecision?.mean).toBe(1);
    expect(summary.citationRecall?.mean).toBe(0.75);
  });

  it('takes an unreadable selection for no abstention', () => {
    const summary = summariseAnswers([answerRecord({ outcome: 'unreadable', text: '', rightSets: [[]], cited: [] })]);
    expect(summary).toMatchObject({ unreadableCount: 1, abstentionPrecision: null, exact: null });
    expect(summary.abstentionRecall?.mean).toBe(0);
  });

  it('groups by source', () => {
    const groups = summariseAnswerGroups([answerRecord({ source: 'b' }), answerRecord({ source: 'a' })]);
    expect(groups.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(() => summariseAnswers([])).toThrow('no record');
  });
});
