import { beforeEach, expect, test } from 'vitest';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import type { ExportedLibrary, ImportedLibrary, TransferOptions } from '../core/domain/library-file.ts';
import { createTransferActions } from './transfer-actions.ts';
import { createTransferStore, type TransferStore } from './transfer-store.ts';

const exported: ExportedLibrary = {
  counts: { documents: 2, passages: 9, vectors: 9, questions: 1 },
  lostOriginalCount: 0,
  file: new Blob(['zip']),
};
const imported: ImportedLibrary = {
  addedCount: 2,
  existingCount: 1,
  splitAgainCount: 0,
  addedTraceCount: 0,
  existingTraceCount: 0,
  leftOutTraceCount: 0,
  error: null,
  notAddedCount: 0,
};

/** Transfers that wait until they are released, cancelled or fail. */
function slowLibrary() {
  const releases: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const names: string[] = [];
  const slowly = <Result>(name: string, result: Result, { signal, onProgress }: TransferOptions = {}) =>
    new Promise<Result>((resolve, reject) => {
      names.push(name);
      onProgress?.({ stage: 'checking', done: 1, total: 2 });
      releases.push({ done: () => resolve(result), fail: reject });
      if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(new Cancelled()));
    });
  return {
    releases,
    names,
    exportLibrary: (_: unknown, options?: TransferOptions) => slowly('export', exported, options),
    importLibrary: ({ name }: { readonly name: string }, options?: TransferOptions) => slowly(name, imported, options),
  };
}

let store: TransferStore;
let importedCount: number;

beforeEach(() => {
  store = createTransferStore();
  importedCount = 0;
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const actionsOver = (library: ReturnType<typeof slowLibrary>) =>
  createTransferActions(store, library, () => importedCount++);
const file = (name: string) => ({ name, data: new Blob(['zip']) });

test('an export gives the file to hand on; while it runs, another does nothing and an import waits', async () => {
  const library = slowLibrary();
  const actions = actionsOver(library);
  const exporting = actions.exportLibrary('library.zip', null);
  await settle();
  expect(store.getState().transfer).toMatchObject({
    kind: 'export',
    status: 'running',
    progress: { done: 1, total: 2 },
  });
  expect(await actions.exportLibrary('again.zip', null)).toBeNull();
  actions.dismiss();
  const importing = actions.importLibrary(file('old.zip'));
  await settle();
  expect(library.names).toEqual(['export']);
  library.releases[0]?.done();
  expect(await exporting).toBe(exported.file);
  await settle();
  expect(library.names).toEqual(['export', 'old.zip']);
  library.releases[1]?.done();
  await importing;
  expect(store.getState().transfer).toMatchObject({ kind: 'import', fileName: 'old.zip', status: 'done', imported });
  expect(importedCount).toBe(1);
  actions.dismiss();
  expect(store.getState().transfer).toBeNull();
});

test('a cancelled and a failed transfer say so, and the next one runs', async () => {
  const library = slowLibrary();
  const actions = actionsOver(library);
  const importing = actions.importLibrary(file('one.zip'));
  await settle();
  actions.cancel();
  await importing;
  expect(store.getState().transfer).toMatchObject({ status: 'cancelled', imported: null });
  // What was added before stays, so that the page has to look again.
  expect(importedCount).toBe(1);
  const exporting = actions.exportLibrary('library.zip', null);
  await settle();
  library.releases[1]?.fail(new WinnowError('library-file-unwritable', 'No room.', { reason: 'full' }));
  expect(await exporting).toBeNull();
  expect(store.getState().transfer).toMatchObject({ status: 'failed', error: { code: 'library-file-unwritable' } });
});

test('what ends after everything was deleted does not come back', async () => {
  const library = slowLibrary();
  const exporting = actionsOver(library).exportLibrary('library.zip', null);
  await settle();
  store.setState({ transfer: null });
  library.releases[0]?.done();
  await exporting;
  expect(store.getState().transfer).toBeNull();
});
