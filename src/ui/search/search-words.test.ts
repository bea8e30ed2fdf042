import { expect, test } from 'vitest';
import { emptySearch, type SearchFacts } from '../../state/search-store.ts';
import { searchWords } from './search-words.ts';

const after = (matchCount: number, passageCount = 1200): SearchFacts => ({
  ...emptySearch,
  text: 'rent',
  phase: 'found',
  results: { found: [], matchCount, passageCount },
});

test('nothing found names how much was looked through, and a filter that is on', () => {
  expect(searchWords(after(0), false)).toBe('Nothing found in 1,200 passages.');
  expect(searchWords(after(0, 1), true)).toBe('Nothing found in 1 passage that the filter lets through.');
});

test('counts all that match, also those that are not shown', () => {
  expect(searchWords(after(340), false)).toBe('340 passages found, the best 0 shown.');
});

test('says what is wrong with the text, or with the search', () => {
  expect(searchWords({ ...emptySearch, text: '?!', phase: 'no-words' }, false)).toMatch(/no letter or digit/);
  const error = { code: 'worker-died', message: '', details: {} } as const;
  expect(searchWords({ ...emptySearch, text: 'x', phase: 'failed', error }, false)).toMatch(/ended unexpectedly/);
  expect(searchWords(emptySearch, false)).toBe('');
});
