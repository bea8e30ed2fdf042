import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { createKeyValueCache } from './key-value-cache.ts';

const shape = { arrays: 2, heads: 2, headSize: 2 };

/** A number that tells where it belongs. */
const mark = (array: number, head: number, token: number, place: number) =>
  array * 1e6 + head * 1e5 + token * 10 + place;

/** [heads, tokenCount, headSize] of the tokens from `first` on. */
function rows(array: number, first: number, tokenCount: number): Float32Array {
  const values: number[] = [];
  for (let head = 0; head < shape.heads; head++) {
    for (let token = first; token < first + tokenCount; token++) {
      for (let place = 0; place < shape.headSize; place++) values.push(mark(array, head, token, place));
    }
  }
  return Float32Array.from(values);
}

test.prop([fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 5 })], { numRuns: 30 })(
  'holds every token where it belongs, whatever the steps',
  (steps) => {
    const cache = createKeyValueCache(shape);
    for (const count of steps) cache.append(count, (array) => rows(array, cache.length(), count));
    const total = steps.reduce((sum, count) => sum + count, 0);
    expect(cache.length()).toBe(total);
    expect(cache.capacity() % 128).toBe(0);
    expect(cache.capacity()).toBeGreaterThanOrEqual(total);
    expect(cache.capacity()).toBeLessThan(total + 128);
    for (let array = 0; array < shape.arrays; array++) {
      const stored = cache.array(array);
      expect(stored).toHaveLength(shape.heads * cache.capacity() * shape.headSize);
      for (let head = 0; head < shape.heads; head++) {
        const start = head * cache.capacity() * shape.headSize;
        const expected = rows(array, 0, total).subarray(
          head * total * shape.headSize,
          (head + 1) * total * shape.headSize,
        );
        // Joined: comparing typed arrays one by one is slow.
        expect(stored.subarray(start, start + total * shape.headSize).join()).toBe(expected.join());
      }
    }
  },
);

it('is empty after clear', () => {
  const cache = createKeyValueCache(shape);
  cache.append(5, (array) => rows(array, 0, 5));
  cache.clear();
  expect([cache.length(), cache.capacity(), cache.array(0).length]).toEqual([0, 0, 0]);
  expect(() => cache.array(2)).toThrow(RangeError);
});
