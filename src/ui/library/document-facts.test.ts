import { expect, test } from 'vitest';
import { canBeRecognised, importStageSentence, warningSentences } from './document-facts.ts';

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

test('pages read from pictures are counted; few that are hard to read are told one by one', () => {
  const read = (page: number) => ({ code: 'recognised', message: `Page ${page} was read.`, page }) as const;
  const hard = (page: number) => ({ code: 'hard-to-read', message: `Page ${page}: hard to read.`, page }) as const;
  expect(warningSentences({ pageCount: 3, warnings: [read(1), read(3), hard(3)] })).toEqual([
    '2 of 3 pages were read from pictures: letters may be wrong (1, 3)',
    'Page 3: hard to read.',
  ]);
  expect(warningSentences({ pageCount: 1, warnings: [read(1)] })).toEqual([
    'Its page was read from its picture: letters may be wrong',
  ]);
  expect(warningSentences({ pageCount: 9, warnings: [1, 2, 3, 4].map(hard) })).toEqual([
    '4 of 9 pages are hard to read: check them (1, 2, 3, 4)',
  ]);
});

test('pictures can be read of PDFs that have pages without text, once', () => {
  const mediaType = 'application/pdf';
  expect(canBeRecognised({ mediaType, warnings: [empty(2)] })).toBe(true);
  expect(canBeRecognised({ mediaType, warnings: [{ ...empty(2), code: 'picture-not-read' }] })).toBe(false);
  expect(canBeRecognised({ mediaType: 'application/epub+zip', warnings: [empty(2)] })).toBe(false);
});

test('import progress names its unit', () => {
  expect(importStageSentence({ stage: 'parsing', done: 12, total: 32 })).toBe('Reading pages: 12 of 32');
  expect(importStageSentence({ stage: 'reading', done: 1_000_000, total: 2_000_000 })).toBe(
    'Reading the file: 1.0 MB of 2.0 MB',
  );
  expect(importStageSentence({ stage: 'recognising', done: 2, total: 12 })).toBe('Reading the pictures: page 3 of 12');
  expect(importStageSentence({ stage: 'recognising', done: 12, total: 12 })).toBe(
    'Reading the pictures: page 12 of 12',
  );
  expect(importStageSentence(null)).toBe('Starting');
});
