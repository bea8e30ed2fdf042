import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from './measure.ts';
import { splitLongSpan } from './split-long-span.ts';

const piecesOf = (text: string, maxWords: number): string[] =>
  splitLongSpan(text, { start: 0, end: text.length }, maxWords).map(({ start, end }) => text.slice(start, end));

describe('splitLongSpan', { timeout: 60_000 }, () => {
  it('prefers the end of a clause', () => {
    expect(piecesOf('one two three four, five six seven', 5)).toEqual(['one two three four,', 'five six seven']);
    expect(piecesOf('one two three four five six seven', 5)).toEqual(['one two three four five', 'six seven']);
  });

  it('cuts a run without spaces between characters as people see them', () => {
    const family = '👨‍👩‍👧‍👦';
    for (const piece of piecesOf(family.repeat(20), 2)) expect(piece.replaceAll(family, '')).toBe('');
    for (const piece of piecesOf('e\u0301'.repeat(40), 1)) expect(piece.startsWith('\u0301')).toBe(false);
  });

  it('loses nothing, keeps to the limit, and never cuts a surrogate pair', () => {
    const run = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '😀', '漢', 'ก'), maxLength: 200 });
    fc.assert(
      fc.property(run, fc.integer({ min: 1, max: 6 }), (raw, maxWords) => {
        const text = raw.trim();
        const pieces = piecesOf(text, maxWords);
        expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const piece of pieces) {
          expect(piece.isWellFormed()).toBe(true);
          expect(countWords(piece)).toBeLessThanOrEqual(maxWords);
        }
      }),
    );
  });
});
