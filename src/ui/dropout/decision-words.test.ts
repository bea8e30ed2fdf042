import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countParts } from './decision-words.ts';

const countWords = (counts: Parameters<typeof countParts>[0]) => countParts(counts).map((part) => part.words);

test('the counts line reads as in the design', () => {
  expect(countWords({ kept: 2, dropped: 6, notRead: 10, nearDuplicate: 2, pending: 0 }).join(' · ')).toBe(
    '20 found · 8 read · 2 kept · 6 dropped · 10 not read · 2 near-duplicates',
  );
});

test('the counts add up for every selection', () => {
  const count = fc.nat(100);
  fc.assert(
    fc.property(count, count, count, count, (kept, dropped, notRead, nearDuplicate) => {
      const words = countWords({ kept, dropped, notRead, nearDuplicate, pending: 0 });
      const named = (word: string): number => Number.parseInt(words.find((part) => part.includes(word)) ?? '0', 10);
      expect(named('found')).toBe(named('read') + named('not read') + named('near-duplicate'));
      expect(named(' read')).toBe(named('kept') + named('dropped'));
    }),
  );
});

test('while passages are read, the counts line says how many', () => {
  const counts = { kept: 0, dropped: 0, notRead: 0, nearDuplicate: 0, pending: 20 };
  expect(countParts(counts, 8).map((part) => part.words)).toEqual(['20 found', '8 being read', '12 waiting']);
});
