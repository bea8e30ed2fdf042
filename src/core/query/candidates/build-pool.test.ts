import { expect, it } from 'vitest';
import type { Passage } from '../../domain/passage.ts';
import { buildPool, type PoolRequest, retrieverDepth } from './build-pool.ts';

const library = new Map(
  Object.entries({
    a: 'Rent is due on Monday.',
    b: 'Dogs are welcome.',
    c: 'RENT is due on Monday',
    d: 'Quiet after ten.',
  }).map(([documentId, text]) => {
    const span = { start: 0, end: text.length };
    const id = `${documentId}:0`;
    const passage: Passage = {
      id,
      documentId,
      ordinal: 0,
      span,
      text,
      headingPath: [],
      pages: null,
      sentences: [span],
    };
    return [id, { passage, documentName: `${documentId}.txt` }] as const;
  }),
);

function request(change: Partial<PoolRequest> = {}): PoolRequest {
  return {
    depth: 20,
    bm25: { ranking: ['a:0', 'c:0', 'gone:0'].map((passageId, i) => ({ passageId, score: 5 - i })), elapsedMs: 3 },
    dense: {
      ranking: ['d:0', 'a:0', 'b:0'].map((passageId, i) => ({ passageId, score: 0.9 - i / 10 })),
      elapsedMs: 2,
      embedQueryMs: 40,
    },
    queryTerms: ['rent'],
    passageCount: 4,
    readPassages: (ids) => Promise.resolve(new Map([...library].filter(([id]) => ids.includes(id)))),
    ...change,
  };
}

function clock() {
  let nowMs = 100;
  return {
    monotonicMs: () => {
      nowMs += 7;
      return nowMs;
    },
  };
}

it('orders, names and numbers the candidates, and marks repeats where they stand', async () => {
  const pool = await buildPool(request(), clock());
  expect(
    pool.candidates.map(({ passage, rank, documentName, duplicateOf }) => [
      passage.id,
      rank,
      documentName,
      duplicateOf,
    ]),
  ).toEqual([
    ['a:0', 1, 'a.txt', null],
    ['d:0', 2, 'd.txt', null],
    ['b:0', 3, 'b.txt', null],
    ['c:0', 4, 'c.txt', 'a:0'],
  ]);
  expect(pool.candidates[0]).toMatchObject({ bm25: { score: 5, rank: 1 }, dense: { score: 0.8, rank: 2 } });
  expect(pool).toMatchObject({ passageCount: 4, queryTerms: ['rent'] });
});

it('lists the stages that ran, with the times of the clock', async () => {
  expect((await buildPool(request(), clock())).stages).toEqual([
    { name: 'bm25', hitCount: 3, elapsedMs: 3 },
    { name: 'embed-query', hitCount: 0, elapsedMs: 40 },
    { name: 'dense', hitCount: 3, elapsedMs: 2 },
    { name: 'fusion', hitCount: 4, elapsedMs: 7 },
  ]);
  const withoutVectors = await buildPool(request({ dense: null }), clock());
  expect(withoutVectors.stages.map(({ name }) => name)).toEqual(['bm25', 'fusion']);
});

it('reads no more passages than the depth', async () => {
  const read: string[] = [];
  const readPassages: PoolRequest['readPassages'] = (ids) => {
    read.push(...ids);
    return request().readPassages(ids);
  };
  const pool = await buildPool(request({ depth: 2, readPassages }), clock());
  expect(read).toEqual(['a:0', 'd:0']);
  expect(pool.candidates).toHaveLength(2);
});

it('is empty without hits', async () => {
  const pool = await buildPool(request({ bm25: null, dense: null }), clock());
  expect(pool.candidates).toEqual([]);
});

it('asks the retrievers for more than the pool holds', () => {
  expect(retrieverDepth(20)).toBe(50);
  expect(retrieverDepth(100)).toBe(200);
});
