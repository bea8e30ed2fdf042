import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlainScan, createVectorScan } from './vector-scan.ts';
import { createVectorStore, type VectorHit, type VectorStore } from './vector-store.ts';

/** Numbers in −1..1 from a seed, the same everywhere (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Every vector of every block, by the exact dot product. */
function bruteForce(store: VectorStore, dimension: number, query: Float32Array): VectorHit[] {
  const hits = [...store.blocks()].flatMap(({ documentId, vectors, slots }) =>
    [...slots.keys()]
      .filter((ordinal) => (slots[ordinal] ?? -1) >= 0)
      .map((ordinal) => {
        const vector = vectors.subarray(ordinal * dimension, (ordinal + 1) * dimension);
        return { documentId, ordinal, score: query.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0) };
      }),
  );
  return hits.sort(
    (a, b) =>
      b.score - a.score ||
      (a.documentId < b.documentId ? -1 : 1) * Number(a.documentId !== b.documentId) ||
      a.ordinal - b.ordinal,
  );
}

const dimension = 6;
const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: dimension, maxLength: dimension });
const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ document: fc.nat(5), first: fc.nat(4), rows: fc.array(vector, { maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.nat(5) },
);

describe('vector store', () => {
  it('finds what trying every vector finds, after any settings and removals', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), vector, fc.nat(50), (changes, query, limit) => {
        for (const scan of [createVectorScan(dimension), createPlainScan(dimension)]) {
          const store = createVectorStore(dimension, scan);
          for (const step of changes) {
            if (typeof step === 'number') store.remove(`d${step}`);
            else store.set(`d${step.document}`, 8, step.first, Float32Array.from(step.rows.flat()));
          }
          const expected = bruteForce(store, dimension, Float32Array.from(query));
          expect(store.count()).toBe(expected.length);
          expect(store.search(Float32Array.from(query), limit)).toEqual(expected.slice(0, limit));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('loses nothing of the exact top 10 among 6,000 clustered vectors', () => {
    const size = 96;
    const random = randomFrom(7);
    const centres = Array.from({ length: 50 }, () => Float32Array.from({ length: size }, random));
    const near = (centre: Float32Array): Float32Array => unit(centre.map((value) => value + 0.35 * random()));
    const store = createVectorStore(size, createVectorScan(size));
    const all = new Float32Array(6_000 * size);
    for (let row = 0; row < 6_000; row++) all.set(near(centres[row % 50] ?? new Float32Array(size)), row * size);
    store.set('d', 6_000, 0, all);
    let found = 0;
    for (const centre of centres) {
      const query = near(centre);
      const expected = bruteForce(store, size, query).slice(0, 10);
      const ordinals = new Set(store.search(query, 10).map((hit) => hit.ordinal));
      found += expected.filter((hit) => ordinals.has(hit.ordinal)).length;
    }
    expect(found).toBe(500);
  });

  it('leaves a zero vector harmless', () => {
    const store = createVectorStore(2, createVectorScan(2));
    store.set('d', 2, 0, Float32Array.from([0, 0, 1, 0]));
    expect(store.search(Float32Array.from([1, 0]), 5).map((hit) => hit.score)).toEqual([1, 0]);
    expect(store.search(Float32Array.from([0, 0]), 5).map((hit) => hit.score)).toEqual([0, 0]);
  });
});
