import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTopHits } from './top-hits.ts';

it('keeps what sorting everything would keep, ties by row', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.nat(30), fc.boolean(), (scores, limit, backwards) => {
      const hits = scores.map((score, row) => ({ row, score }));
      const top = createTopHits(limit);
      for (const { row, score } of backwards ? hits.toReversed() : hits) top.offer(row, score);
      const expected = hits.toSorted((a, b) => b.score - a.score || a.row - b.row).slice(0, limit);
      expect(top.take()).toEqual(expected);
    }),
  );
});

it('has a threshold only once it is full', () => {
  const top = createTopHits(2);
  top.offer(0, 5);
  expect(top.threshold()).toBe(Number.NEGATIVE_INFINITY);
  top.offer(1, 3);
  expect(top.threshold()).toBe(3);
});
