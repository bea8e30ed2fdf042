import { beforeEach, expect, test } from 'vitest';
import type { DocumentSummary, DocumentWarning } from '../core/domain/document.ts';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import { documentLocked } from '../core/domain/library-errors.ts';
import type { LibraryService } from '../core/domain/services.ts';
import type { Unpacked } from '../core/domain/unpacked.ts';
import { createImportJobs } from './import-jobs.ts';
import { createImportQueue } from './import-queue.ts';
import { createLibraryStore, type LibraryStore } from './library-store.ts';

const data = { size: 4, arrayBuffer: async () => new ArrayBuffer(4) };
const inside = (name: string, facts: Partial<Extract<Unpacked, { kind: 'file' }>> = {}): Unpacked => ({
  kind: 'file',
  name,
  data,
  ...facts,
});
const failed = (name: string, attachmentOf?: string): Unpacked => ({
  kind: 'failed',
  name,
  error: { code: 'document-encrypted', message: `“${name}” is locked.`, details: {} },
  ...(attachmentOf === undefined ? {} : { attachmentOf }),
});

let store: LibraryStore;
beforeEach(() => {
  store = createLibraryStore();
});

/**
 * A library that finds in each file what `contents` names, or the file itself. Files whose name has `bad` in it fail, `twice` are
 * there already, `slow` wait until they are cancelled, `locked` open
 * with the password `osten`.
 */
function setUp(contents: Readonly<Record<string, readonly Unpacked[]>>) {
  const added: { name: string; warnings: readonly DocumentWarning[] }[] = [];
  const most = { unpackedAhead: 0 };
  const library: Pick<LibraryService, 'unpack' | 'add'> = {
    unpack: async function* (file, signal) {
      let count = added.length;
      for (const item of contents[file.name] ?? [inside(file.name)]) {
        if (signal?.aborted) throw new Cancelled();
        most.unpackedAhead = Math.max(most.unpackedAhead, count - added.length);
        if (item.kind === 'file' && !item.name.includes('bad')) count++;
        yield item;
      }
    },
    add: async ({ name, warnings = [], password }, { signal } = {}) => {
      if (name.includes('locked') && password !== 'osten') {
        throw documentLocked(name, password === undefined ? 'needed' : 'wrong');
      }
      if (name.includes('bad')) throw new WinnowError('document-damaged', `“${name}” is damaged.`);
      if (name.includes('twice')) throw new WinnowError('document-duplicate', `“${name}” is there.`);
      if (name.includes('slow')) {
        await new Promise<void>((_, reject) => {
          if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(new Cancelled()));
        });
      }
      added.push({ name, warnings });
      // SAFETY: the queue looks at nothing of it.
      return {} as DocumentSummary;
    },
  };
  const queue = createImportQueue(createImportJobs(store), library, () => undefined);
  const rows = () => store.getState().imports.map(({ name, status }) => `${name}: ${status}`);
  return { queue, added, most, rows };
}
const file = (name: string) => ({ name, data });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('what is in an archive goes in one after another; each that fails has a row with its reason, and what was left out is told', async () => {
  const { queue, added, most, rows } = setUp({
    'a.zip': [
      inside('a.zip/one.txt'),
      inside('a.zip/bad.txt'),
      failed('a.zip/locked.txt'),
      { kind: 'left-out', name: 'a.zip/.DS_Store' },
      inside('a.zip/two.txt'),
    ],
  });
  await queue.addFiles([file('a.zip'), file('three.txt')]);
  expect(added.map(({ name }) => name)).toEqual(['a.zip/one.txt', 'a.zip/two.txt', 'three.txt']);
  expect(rows()).toEqual(['a.zip: noted', 'a.zip/bad.txt: failed', 'a.zip/locked.txt: failed']);
  expect(store.getState().imports[0]?.inside).toEqual({ addedCount: 2, leftOut: ['a.zip/.DS_Store'] });
  expect(store.getState().imports[2]?.error?.code).toBe('document-encrypted');
  expect(most.unpackedAhead).toBe(0);
});

test('an archive of which all went in leaves no row', async () => {
  const { queue, rows } = setUp({ 'a.zip': [inside('a.zip/one.txt')] });
  await queue.addFiles([file('a.zip')]);
  expect(rows()).toEqual([]);
});

test('an e-mail says in its document which attachments failed, save those that are in the library already', async () => {
  const names = Array.from({ length: 22 }, (_, n) => `m.eml/bad${n}.pdf`);
  const { queue, added, rows } = setUp({
    'm.eml': [
      inside('m.eml/fine.pdf', { attachmentOf: 'm.eml' }),
      inside('m.eml/twice.pdf', { attachmentOf: 'm.eml' }),
      failed('m.eml/locked.pdf', 'm.eml'),
      ...names.map((name) => inside(name, { attachmentOf: 'm.eml' })),
      inside('m.eml', { mailId: 'm.eml' }),
    ],
  });
  await queue.addFiles([file('m.eml')]);
  expect(added.map(({ name }) => name)).toEqual(['m.eml/fine.pdf', 'm.eml']);
  const messages = added[1]?.warnings.map(({ message }) => message) ?? [];
  expect(messages).toHaveLength(21);
  expect(messages[0]).toBe('An attachment was not read. “m.eml/locked.pdf” is locked.');
  expect(messages.at(-1)).toBe('3 more attachments were not read.');
  expect(rows()).toHaveLength(24);
  expect(rows()).not.toContain('m.eml: failed');
});

test('the file itself, when it fails beside what is in it, keeps its row', async () => {
  const { queue, rows } = setUp({ 'a.zip': [inside('a.zip/one.txt'), failed('a.zip')] });
  await queue.addFiles([file('a.zip')]);
  expect(rows()).toEqual(['a.zip: failed']);
});

test('cancelling an archive ends what comes out of it, and the next file goes on', async () => {
  const { queue, added, rows } = setUp({
    'a.zip': [inside('a.zip/one.txt'), inside('a.zip/slow.txt'), inside('a.zip/two.txt')],
  });
  const done = queue.addFiles([file('a.zip'), file('three.txt')]);
  await settle();
  expect(rows()).toEqual(['a.zip: running', 'three.txt: waiting', 'a.zip/slow.txt: running']);
  queue.cancelImport(store.getState().imports[0]?.id ?? -1);
  await done;
  expect(added.map(({ name }) => name)).toEqual(['a.zip/one.txt', 'three.txt']);
  expect(rows()).toEqual(['a.zip: cancelled', 'a.zip/slow.txt: cancelled']);
  expect(store.getState().imports[0]?.inside?.addedCount).toBe(1);
});

test('cancelling one file of an archive leaves the others', async () => {
  const { queue, added, rows } = setUp({ 'a.zip': [inside('a.zip/slow.txt'), inside('a.zip/two.txt')] });
  const done = queue.addFiles([file('a.zip')]);
  await settle();
  queue.cancelImport(store.getState().imports[1]?.id ?? -1);
  await done;
  expect(added.map(({ name }) => name)).toEqual(['a.zip/two.txt']);
  expect(rows()).toEqual(['a.zip/slow.txt: cancelled']);
});

test('a folder says what was left out, and names what the disk did not give', async () => {
  const { queue, rows } = setUp({});
  await queue.addFiles([file('letters/one.txt')], {
    leftOut: ['letters/.DS_Store', 'letters/.git', 'other/Thumbs.db'],
    unread: ['letters/locked'],
    empty: ['none'],
  });
  expect(rows()).toEqual(['letters/locked: failed', 'none: failed', 'letters: noted', 'other: noted']);
  expect(store.getState().imports[2]?.inside?.leftOut).toHaveLength(2);
  expect(store.getState().imports[0]?.error?.message).toContain('from the disk');
});

test('a locked file is asked for its password until that opens it; what waits is not in its way, and nothing keeps the password', async () => {
  const { queue, added, rows } = setUp({});
  await queue.addFiles([file('locked.pdf')]);
  const [job] = store.getState().imports;
  expect(job?.error?.details).toEqual({ name: 'locked.pdf', password: 'needed' });
  const slow = queue.addFiles([file('slow.txt')]);
  await settle();
  await queue.unlockImport(job?.id ?? 0, 'western');
  expect(store.getState().imports[0]).toMatchObject({ status: 'failed', error: { details: { password: 'wrong' } } });
  expect(JSON.stringify(store.getState())).not.toContain('western');
  await queue.unlockImport(job?.id ?? 0, 'osten');
  expect(added.map(({ name }) => name)).toEqual(['locked.pdf']);
  expect(rows()).toEqual(['slow.txt: running']);
  queue.cancelAllImports();
  await slow;
});

test('locked files in an archive have rows of their own and open one by one', async () => {
  const { queue, added, rows } = setUp({
    'a.zip': [inside('a.zip/locked.pdf'), inside('a.zip/one.txt'), inside('a.zip/locked2.pdf')],
  });
  await queue.addFiles([file('a.zip')]);
  expect(rows()).toEqual(['a.zip/locked.pdf: failed', 'a.zip/locked2.pdf: failed']);
  await queue.unlockImport(store.getState().imports[1]?.id ?? 0, 'osten');
  expect(added.map(({ name }) => name)).toEqual(['a.zip/one.txt', 'a.zip/locked2.pdf']);
  expect(rows()).toEqual(['a.zip/locked.pdf: failed']);
});

test('a locked file that was dismissed, or is none, is not tried', async () => {
  const { queue, added, rows } = setUp({});
  await queue.addFiles([file('locked.pdf'), file('bad.pdf')]);
  const [locked, bad] = store.getState().imports;
  queue.dismissImport(locked?.id ?? 0);
  await queue.unlockImport(locked?.id ?? 0, 'osten');
  await queue.unlockImport(bad?.id ?? 0, 'osten');
  expect(added).toEqual([]);
  expect(rows()).toEqual(['bad.pdf: failed']);
});

test('a password that is being tried can be cancelled', async () => {
  const { queue, rows } = setUp({});
  await queue.addFiles([file('locked-slow.pdf')]);
  const id = store.getState().imports[0]?.id ?? 0;
  const unlocking = queue.unlockImport(id, 'osten');
  await settle();
  expect(rows()).toEqual(['locked-slow.pdf: running']);
  queue.cancelImport(id);
  await unlocking;
  expect(rows()).toEqual(['locked-slow.pdf: cancelled']);
});
