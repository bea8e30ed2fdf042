import { beforeEach, expect, test } from 'vitest';
import type { DocumentSummary } from '../core/domain/document.ts';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import type { LibraryService } from '../core/domain/services.ts';
import { createImportJobs } from './import-jobs.ts';
import { createImportQueue } from './import-queue.ts';
import { createLibraryStore, type LibraryStore } from './library-store.ts';
import { createRecognitionQueue } from './recognition-queue.ts';

let store: LibraryStore;
beforeEach(() => {
  store = createLibraryStore();
});

const sized = (size: number) => ({ size, arrayBuffer: async () => new ArrayBuffer(4) });
const file = (name: string, size = 4) => ({ name, data: sized(size) });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * A library in which files are scans: those named `blank` hold nothing even then, reading `slow` ones waits for `release` or a
 * cancel. An archive `a.zip` holds two scans, the second one large.
 */
function setUp() {
  const read: string[] = [];
  const changed: (string | null)[] = [];
  let release: () => void = () => undefined;
  const wait = (name: string, signal: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!name.includes('slow')) return resolve();
      release = resolve;
      if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(new Cancelled()));
    });
  const library: Pick<LibraryService, 'unpack' | 'add' | 'recognise'> = {
    unpack: async function* (added) {
      const inside = [file('a.zip/one.pdf'), file('a.zip/large.pdf', 300 * 1024 * 1024)];
      for (const item of added.name === 'a.zip' ? inside : [added]) yield { kind: 'file', ...item };
    },
    add: async ({ name, language }, { signal, onProgress } = {}) => {
      if (!language) throw new WinnowError('document-no-text', 'A scan.', { pageCount: 3, pictureCount: 3 });
      onProgress?.({ stage: 'recognising', done: 1, total: 3 });
      await wait(name, signal);
      if (name.includes('blank')) {
        throw new WinnowError('document-no-text', 'No text.', { pictureCount: 3, isRecognised: true });
      }
      read.push(`${name} in ${language}`);
      // SAFETY: the queue looks at nothing of it.
      return {} as DocumentSummary;
    },
    recognise: async (id, language, { signal } = {}) => {
      await wait(id, signal);
      read.push(`${id} in ${language}`);
      // SAFETY: as above.
      return {} as DocumentSummary;
    },
  };
  const jobs = createImportJobs(store);
  const imports = createImportQueue(jobs, library, () => undefined);
  const recognition = createRecognitionQueue(jobs, library, (id) => changed.push(id));
  const rows = () =>
    store
      .getState()
      .imports.map(({ name, status, canRecognise }) => `${name}: ${status}${canRecognise ? ', can' : ''}`);
  const idOf = (name: string) => store.getState().imports.find((job) => job.name === name)?.id ?? 0;
  return { imports, recognition, read, changed, rows, idOf, release: () => release() };
}

test('a scan that was refused is read when it is asked for, and its row goes', async () => {
  const { imports, recognition, read, changed, rows, idOf } = setUp();
  await imports.addFiles([file('scan.pdf'), file('other.pdf')]);
  expect(rows()).toEqual(['scan.pdf: failed, can', 'other.pdf: failed, can']);
  await recognition.recogniseImports([idOf('other.pdf'), idOf('scan.pdf')], 'deu');
  expect(read).toEqual(['other.pdf in deu', 'scan.pdf in deu']);
  expect(rows()).toEqual([]);
  expect(changed).toEqual([null, null]);
});

test('one without any text says so, and can be tried again', async () => {
  const { imports, recognition, rows, idOf } = setUp();
  await imports.addFiles([file('blank.pdf')]);
  await recognition.recogniseImports([idOf('blank.pdf')], 'eng');
  expect(rows()).toEqual(['blank.pdf: failed, can']);
  expect(store.getState().imports[0]?.error?.details).toMatchObject({ isRecognised: true });
});

test('cancelled, waiting or running, it is as before and can be read again; the next one goes on', async () => {
  const { imports, recognition, read, rows, idOf } = setUp();
  await imports.addFiles([file('slow.pdf'), file('two.pdf'), file('three.pdf')]);
  const all = ['slow.pdf', 'two.pdf', 'three.pdf'].map(idOf);
  const done = recognition.recogniseImports(all, 'eng');
  await settle();
  expect(rows()).toEqual(['slow.pdf: running', 'two.pdf: waiting', 'three.pdf: waiting']);
  expect(store.getState().imports[0]?.progress).toEqual({ stage: 'recognising', done: 1, total: 3 });
  imports.cancelImport(idOf('two.pdf'));
  imports.cancelImport(idOf('slow.pdf'));
  await done;
  expect(read).toEqual(['three.pdf in eng']);
  expect(rows()).toEqual(['slow.pdf: cancelled, can', 'two.pdf: cancelled, can']);
  await recognition.recogniseImports([idOf('two.pdf')], 'eng');
  expect(read).toEqual(['three.pdf in eng', 'two.pdf in eng']);
});

test('asked twice, it is read once', async () => {
  const { imports, recognition, read, idOf, release } = setUp();
  await imports.addFiles([file('slow.pdf')]);
  const done = recognition.recogniseImports([idOf('slow.pdf')], 'eng');
  await settle();
  void recognition.recogniseImports([idOf('slow.pdf')], 'eng');
  release();
  await done;
  expect(read).toEqual(['slow.pdf in eng']);
});

test('files with text need not wait for it', async () => {
  const { imports, recognition, rows, idOf, release } = setUp();
  await imports.addFiles([file('slow.pdf')]);
  const done = recognition.recogniseImports([idOf('slow.pdf')], 'eng');
  await imports.addFiles([file('later.pdf')]);
  expect(rows()).toEqual(['slow.pdf: running', 'later.pdf: failed, can']);
  release();
  await done;
});

test('scans out of an archive are kept for it, as far as they fit in memory', async () => {
  const { imports, recognition, read, rows, idOf } = setUp();
  await imports.addFiles([file('a.zip')]);
  expect(rows()).toEqual(['a.zip/one.pdf: failed, can', 'a.zip/large.pdf: failed']);
  await recognition.recogniseImports([idOf('a.zip/large.pdf'), idOf('a.zip/one.pdf')], 'eng');
  expect(read).toEqual(['a.zip/one.pdf in eng']);
});

test('pages of a document in the library are read in a row of their own; cancelled, it says nothing of the file', async () => {
  const { imports, recognition, read, changed, rows, idOf } = setUp();
  await recognition.recogniseDocument({ id: 'd1', name: 'half.pdf', byteLength: 4 }, 'fra');
  expect(read).toEqual(['d1 in fra']);
  expect(changed).toEqual(['d1']);
  expect(rows()).toEqual([]);
  const done = recognition.recogniseDocument({ id: 'slow', name: 'long.pdf', byteLength: 4 }, 'fra');
  await settle();
  expect(store.getState().imports[0]).toMatchObject({ recognisedId: 'slow', status: 'running' });
  imports.cancelImport(idOf('long.pdf'));
  await done;
  expect(rows()).toEqual(['long.pdf: cancelled']);
  expect(changed).toEqual(['d1']);
});
