import { expect, test } from 'vitest';
import { formatBytes, formatChance, formatMs, formatPlural, pathParts } from './format.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [75_300_000, '75 MB'],
  [1_240_000_000, '1.2 GB'],
])('%d bytes read as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [-3140, '−3.1 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms read as %s', (ms, text) => expect(formatMs(ms)).toBe(text));

test('a plural follows its number', () => {
  expect(formatPlural(1, 'page')).toBe('1 page');
  expect(formatPlural(1200, 'page')).toBe('1,200 pages');
  expect(formatPlural(0, 'query', 'queries')).toBe('0 queries');
});

test.each([
  [0.002, 'under 1%'],
  [0.25, '25%'],
  [0.996, 'over 99%'],
])('a probability of %d reads as %s', (probability, text) => expect(formatChance(probability)).toBe(text));

test('a path is told as the file and where it is', () => {
  expect(pathParts('a.zip/b/c.pdf')).toEqual({ folder: 'a.zip/b/', file: 'c.pdf' });
  expect(pathParts('c.pdf')).toEqual({ folder: '', file: 'c.pdf' });
});
