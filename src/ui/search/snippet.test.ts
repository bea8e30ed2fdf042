import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippetOf } from './snippet.ts';

/** Spans of every occurrence of the words. */
const marksOf = (text: string, words: RegExp) =>
  Array.from(text.matchAll(words), ({ 0: word, index }) => ({ start: index, end: index + word.length }));

test('a short text is shown whole', () => {
  const text = 'The deposit is due.';
  const marks = marksOf(text, /deposit/g);
  expect(snippetOf(text, marks, 40)).toEqual({ text, marks, isCutBefore: false, isCutAfter: false });
});

test('shows where most different words stand together, cut between words', () => {
  const filler = 'and so it goes on for a good while with nothing of interest in it at all '.repeat(3);
  const text = `Rent, rent, rent. ${filler}The rent and the deposit are due. ${filler}`;
  const snippet = snippetOf(text, marksOf(text, /rent|deposit/gi), 100);
  expect(snippet.text).toContain('The rent and the deposit are due.');
  expect(snippet.text.length).toBeLessThanOrEqual(100);
  expect(text).toContain(` ${snippet.text} `);
  expect([snippet.isCutBefore, snippet.isCutAfter]).toEqual([true, true]);
  expect(snippet.marks.map(({ start, end }) => snippet.text.slice(start, end))).toEqual(['rent', 'deposit']);
});

test('a text without marks is shown from its beginning', () => {
  const text = 'word '.repeat(100);
  expect(snippetOf(text, [], 50)).toMatchObject({ isCutBefore: false, isCutAfter: true });
  expect(text.startsWith(snippetOf(text, [], 50).text)).toBe(true);
});

test('is a slice of the text with whole marks in it, and never none of them', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', ' ', 'rent', '\n', '京', '😀'), minLength: 0, maxLength: 200 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 12, max: 90 }), (text, maxChars) => {
      const marks = marksOf(text, /rent|京/g);
      const snippet = snippetOf(text, marks, maxChars);
      expect(text).toContain(snippet.text);
      expect(snippet.text.length).toBeLessThanOrEqual(Math.max(maxChars, 0));
      expect(snippet.text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
      if (marks.length > 0) expect(snippet.marks.length).toBeGreaterThan(0);
      for (const { start, end } of snippet.marks) expect(snippet.text.slice(start, end)).toMatch(/^(rent|京)$/);
    }),
  );
});
