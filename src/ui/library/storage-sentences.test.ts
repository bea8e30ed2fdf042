import { expect, test } from 'vitest';
import type { StorageState } from '../../core/domain/services.ts';
import { errorSentence } from '../error-sentences.ts';
import { keepSentence, tightSentence, usedSentence } from './storage-sentences.ts';

const state = (facts: Partial<StorageState>): StorageState => ({
  medium: 'opfs',
  repairs: [],
  usedBytes: 12_000_000,
  quotaBytes: 2_100_000_000,
  persisted: false,
  ...facts,
});

test('used and allowed, as far as the browser says', () => {
  expect(usedSentence(state({}))).toBe('12 MB of the 2.1 GB that the browser allows, models included');
  expect(usedSentence(state({ quotaBytes: null }))).toBe('12 MB in this browser, models included');
  expect(usedSentence(state({ medium: 'memory', quotaBytes: null }))).toBe('12 MB in memory');
});

test('only a promise of the browser is called one; else it says what can be done', () => {
  expect(keepSentence(state({ persisted: true }))).toContain('has promised');
  for (const facts of [{ persisted: false }, { medium: 'memory' as const }]) {
    const sentence = keepSentence(state(facts));
    expect(sentence).not.toContain('has promised');
    expect(sentence).toContain('Export the library');
  }
  expect(keepSentence(state({ medium: 'memory' }))).toContain('until the page is closed');
});

test('too little room is told in numbers', () => {
  const tight = { leastBytes: 5_000_000, mostBytes: 30_000_000, freeBytes: 9_000_000 };
  expect(tightSentence({ fileCount: 3, ...tight })).toMatch(
    /^These 3 files may not fit: they need between 5.0 MB and 30 MB/,
  );
  expect(tightSentence({ fileCount: 1, ...tight })).toMatch(/^This file may not fit: it needs/);
  const details = { neededBytes: 40_000_000, usedBytes: 88_000_000, quotaBytes: 100_000_000 };
  expect(errorSentence({ code: 'storage-full', message: '', details }).advice).toMatch(
    /^About 40 MB are needed, 12 MB of 100 MB are free\./,
  );
  // The browser's quota leaves room, so it is the disk that is full.
  expect(errorSentence({ code: 'storage-full', message: '', details: { ...details, usedBytes: 0 } }).advice).toMatch(
    /^About 40 MB are needed\. Remove/,
  );
  expect(errorSentence({ code: 'storage-full', message: '', details: {} }).advice).toMatch(/^Remove/);
});
