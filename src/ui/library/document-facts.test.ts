import { expect, test } from 'vitest';
import { importStageSentence, warningSentences } from './document-facts.ts';

const empty = (page: number) => ({ code: 'page-without-text', message: `Page ${page} has no text.`, page }) as const;

test('pages without text are counted in one sentence that names them', () => {
  expect(warningSentences({ pageCount: 32, warnings: [empty(3), empty(17)] })).toEqual([
    '2 of 32 pages have no text (3, 17)',
  ]);
  expect(warningSentences({ pageCount: 32, warnings: [empty(3)] })).toEqual(['1 of 32 pages has no text (3)']);
});

test('many pages without text are counted but not listed', () => {
  const warnings = Array.from({ length: 20 }, (_, index) => empty(index + 1));
  expect(warningSentences({ pageCount: 32, warnings })).toEqual(['20 of 32 pages have no text']);
});

test('other warnings follow, each message once', () => {
  const guessed = { code: 'encoding-guessed', message: 'Read as Windows-1252.' } as const;
  expect(warningSentences({ pageCount: 2, warnings: [guessed, empty(2), guessed] })).toEqual([
    '1 of 2 pages has no text (2)',
    'Read as Windows-1252.',
  ]);
});

test('import progress names its unit', () => {
  expect(importStageSentence({ stage: 'parsing', done: 12, total: 32 })).toBe('Reading pages: 12 of 32');
  expect(importStageSentence({ stage: 'reading', done: 1_000_000, total: 2_000_000 })).toBe(
    'Reading the file: 1.0 MB of 2.0 MB',
  );
  expect(importStageSentence(null)).toBe('Starting');
});
