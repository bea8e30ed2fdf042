import { expect, test } from 'vitest';
import type { Transfer } from '../../state/transfer-store.ts';
import { transferProgressSentence, transferResultSentence } from './transfer-sentences.ts';

const nothing: Transfer = {
  kind: 'import',
  fileName: 'library.zip',
  status: 'done',
  progress: null,
  exported: null,
  imported: null,
  error: null,
};
const imported = {
  addedCount: 0,
  existingCount: 0,
  splitAgainCount: 0,
  addedTraceCount: 0,
  existingTraceCount: 0,
  leftOutTraceCount: 0,
  error: null,
  notAddedCount: 0,
};

test('progress says what is done and how much of it', () => {
  expect(transferProgressSentence('export', null)).toBe('Writing the library');
  expect(transferProgressSentence('import', { stage: 'checking', done: 1e6, total: 4e6 })).toBe(
    'Checking the file: 1.0 MB of 4.0 MB',
  );
});

test('an import counts what it did and what it did not', () => {
  const sentence = (facts: Partial<typeof imported>) =>
    transferResultSentence({ ...nothing, imported: { ...imported, ...facts } });
  expect(sentence({ addedCount: 2, existingCount: 1, addedTraceCount: 4 })).toBe(
    '2 documents added. 1 document in your library already. 4 questions added.',
  );
  expect(sentence({ existingCount: 3 })).toBe('0 documents added. 3 documents in your library already.');
  expect(sentence({ addedCount: 1, leftOutTraceCount: 2 })).toBe(
    '1 document added. 2 older questions left out: Winnow keeps 200, and yours come first.',
  );
  const error = { code: 'storage-full' as const, message: '', details: { neededBytes: 9e6 } };
  const stopped = { ...nothing, imported: { ...imported, addedCount: 1, notAddedCount: 5, error } };
  expect(transferResultSentence(stopped)).toContain('5 documents not added: There is not enough room');
});

test('an export says what went without its original', () => {
  const counts = { documents: 3, passages: 9, vectors: 9, questions: 0 };
  const done: Transfer = { ...nothing, kind: 'export', exported: { counts, lostOriginalCount: 1 } };
  expect(transferResultSentence(done)).toBe(
    'Exported: 3 documents. 1 document without the original file, which the browser had lost.',
  );
  expect(transferResultSentence({ ...done, status: 'cancelled' })).toContain('No file was written');
  expect(transferResultSentence({ ...done, status: 'running' })).toBe('');
});
