import { expect, it } from 'vitest';
import { listNumber } from './list-number.ts';

it.each([
  [3, 'decimal', '3'],
  [3, 'decimal-zero', '03'],
  [1, 'lower-letter', 'a'],
  [26, 'upper-letter', 'Z'],
  [28, 'lower-letter', 'bb'],
  [1994, 'upper-roman', 'MCMXCIV'],
  [4, 'lower-roman', 'iv'],
  [0, 'lower-roman', '0'],
  [-1, 'upper-letter', '-1'],
  [1e9, 'lower-letter', '1000000000'],
] as const)('%d as %s is %s', (value, format, written) => {
  expect(listNumber(value, format)).toBe(written);
});
