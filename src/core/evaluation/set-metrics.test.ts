import { describe, expect, it } from 'vitest';
import { isExactMatch, listScores, normaliseAnswer, stringMatch, tokenF1 } from './answer-metrics.ts';
import { bootstrapMean } from './bootstrap.ts';
import { meanPairJaccard, scoreAgainstSets, scoreSet } from './set-metrics.ts';

describe('set metrics', () => {
  it('none against none is a full hit, none against some a miss', () => {
    expect(scoreSet([], [])).toEqual({ exact: true, precision: 1, recall: 1, f1: 1 });
    expect(scoreSet([], ['a']).f1).toBe(0);
    expect(scoreSet(['a'], []).f1).toBe(0);
  });

  it('counts precision, recall and F1', () => {
    expect(scoreSet(['a', 'b', 'c'], ['a', 'd'])).toEqual({ exact: false, precision: 1 / 3, recall: 1 / 2, f1: 0.4 });
  });

  it('takes the right set that fits best', () => {
    expect(scoreAgainstSets(['b'], [['a'], ['b'], ['a', 'b']]).exact).toBe(true);
    expect(() => scoreAgainstSets(['b'], [])).toThrow('at least one right set');
  });

  it('compares the sets of several orders', () => {
    expect(meanPairJaccard([['a'], ['a'], ['a']])).toBe(1);
    expect(meanPairJaccard([['a'], ['b']])).toBe(0);
    expect(meanPairJaccard([[], []])).toBe(1);
  });
});

describe('answer metrics', () => {
  it('normalises as SQuAD does', () => {
    expect(normaliseAnswer('The  Eiffel-Tower!')).toBe('eiffel tower');
    expect(isExactMatch('a Paris.', ['paris'])).toBe(true);
  });

  it('counts shared tokens as a multiset', () => {
    expect(tokenF1('new york new york', ['new york'])).toBeCloseTo(2 / 3);
    expect(tokenF1('', ['x'])).toBe(0);
  });

  it('finds short answers in a text by whole words', () => {
    expect(stringMatch('It was 1995, in Geneva.', [['1995'], ['Genev'], ['Geneva', 'Genf']])).toBeCloseTo(2 / 3);
  });

  it('scores lists', () => {
    expect(listScores(['a', 'x'], [['A'], ['b']])).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(listScores(['Rome', 'x'], [['Rome', 'Roma'], ['Milan']])).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });
});

describe('bootstrap', () => {
  it('is repeatable and holds the mean', () => {
    const values = Array.from({ length: 200 }, (_, index) => index % 2);
    const interval = bootstrapMean(values);
    expect(interval).toEqual(bootstrapMean(values));
    expect(interval?.mean).toBe(0.5);
    expect(interval?.low).toBeGreaterThan(0.4);
    expect(interval?.low).toBeLessThan(0.5);
    expect(interval?.high).toBeGreaterThan(0.5);
    expect(interval?.high).toBeLessThan(0.6);
  });

  it('has no mean without values', () => {
    expect(bootstrapMean([])).toBeNull();
  });
});
