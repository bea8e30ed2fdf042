import { expect, test } from 'vitest';
import type { ImportJob } from '../../state/library-store.ts';
import { insideSentence, shownImports } from './shown-imports.ts';

let lastId = 0;
const job = (status: ImportJob['status'], code?: 'document-encrypted' | 'document-empty'): ImportJob => ({
  id: ++lastId,
  name: 'a',
  byteLength: 1,
  status,
  progress: null,
  inside: null,
  canRecognise: false,
  recognisedId: null,
  error: code === undefined ? null : { code, message: '', details: {} },
});
const times = (count: number, ...facts: Parameters<typeof job>) => Array.from({ length: count }, () => job(...facts));

test('few imports are all shown', () => {
  const imports = [job('running'), ...times(3, 'waiting'), job('failed', 'document-empty'), job('noted')];
  expect(shownImports(imports)).toEqual({ rows: imports, others: [] });
});

test('of thousands, those that run and the first of each kind are shown, the others counted by what became of them', () => {
  const imports = [
    ...times(1005, 'waiting'),
    ...times(15, 'failed', 'document-encrypted'),
    ...times(30, 'failed', 'document-empty'),
    ...times(2, 'cancelled'),
    job('noted'),
    job('running'),
  ];
  const { rows, others } = shownImports(imports);
  expect(rows).toHaveLength(5 + 20 + 2);
  expect(rows.at(-1)?.status).toBe('running');
  expect(others).toEqual(['1,000 more: waiting.', '25 more: This file is empty.', '2 more: cancelled.']);
});

test('what was left out is counted, and some of it named', () => {
  expect(insideSentence({ addedCount: 1, leftOut: ['a.zip/b/.DS_Store'] })).toBe(
    '1 file added. Left out: 1 file that holds no document (of the system, lock files, links): .DS_Store.',
  );
  expect(insideSentence({ addedCount: null, leftOut: ['a/.a', 'a/.b', 'a/.c', 'a/.d', 'a/.e'] })).toBe(
    'Left out: 5 files that hold no document (of the system, lock files, links): .a, .b, .c and 2 more.',
  );
});
