import { expect, it } from 'vitest';
import { addLowRank } from './low-rank.ts';

/** Halves of 0, ±1, ±2, ±0.5, exact in float16 and in their sums. */
const values = [
  { bits: 0x0000, value: 0 },
  { bits: 0x3c00, value: 1 },
  { bits: 0xbc00, value: -1 },
  { bits: 0x4000, value: 2 },
  { bits: 0xb800, value: -0.5 },
];

function thin(rows: number, columns: number, step: number) {
  const drawn = Array.from(
    { length: rows * columns },
    (_, index) => values[(index * step) % values.length] ?? values[0],
  );
  const words = new Uint32Array(drawn.length / 2);
  for (const [index, half] of drawn.entries()) {
    words[index >> 1] = (words[index >> 1] ?? 0) + (half?.bits ?? 0) * (index % 2 ? 65_536 : 1);
  }
  return { words, at: (row: number, column: number) => drawn[row * columns + column]?.value ?? Number.NaN };
}

it('adds the product of the two thin matrices', () => {
  const [rows, width] = [6, 10];
  const down = thin(16, width, 3);
  const up = thin(rows, 16, 7);
  const weights = Float32Array.from({ length: rows * width }, (_, index) => index / 4);
  addLowRank(weights, down.words, up.words);
  const expected = Array.from({ length: rows * width }, (_, index) => {
    const [row, column] = [Math.floor(index / width), index % width];
    let sum = index / 4;
    for (let r = 0; r < 16; r++) sum += up.at(row, r) * down.at(r, column);
    return sum;
  });
  expect(Array.from(weights)).toEqual(expected);
});

it('refuses an update of another shape', () => {
  expect(() => addLowRank(new Float32Array(60), thin(16, 12, 1).words, thin(6, 16, 1).words)).toThrow(RangeError);
});
