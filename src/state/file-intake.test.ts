import { zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import type { StorageState } from '../core/domain/services.ts';
import { createFileIntake } from './file-intake.ts';
import type { IncomingFile } from './import-jobs.ts';
import { createLibraryStore } from './library-store.ts';
import { createTransferStore } from './transfer-store.ts';

const room = (usedBytes: number, quotaBytes: number | null): StorageState => ({
  medium: 'opfs',
  repairs: [],
  usedBytes,
  quotaBytes,
  persisted: false,
});

let added: string[];
let imported: string[];
let persistCount: number;

beforeEach(() => {
  added = [];
  imported = [];
  persistCount = 0;
});

function intakeOver(state: StorageState | null) {
  const library = createLibraryStore();
  const transfer = createTransferStore();
  library.setState({ phase: 'ready' });
  const intake = createFileIntake({
    library,
    transfer,
    service: {
      persist: async () => {
        persistCount++;
        return true;
      },
    },
    libraryActions: {
      addFiles: async (files) => void added.push(...files.map(({ name }) => name)),
      refreshStorage: async () => library.setState({ storage: state }),
    },
    transferActions: { importLibrary: async ({ name }) => void imported.push(name) },
  });
  return { intake, library, transfer };
}

const bytes = new Uint8Array(zipSync({ 'winnow-library.json': new Uint8Array(40) }, { level: 0 }));
const libraryFile = (name: string): IncomingFile => ({ name, data: new Blob([bytes]) });
const plainFile = (name: string, size = 10): IncomingFile => ({ name, data: new Blob([new Uint8Array(size)]) });

test('an exported library is imported as one, whatever its name; other files are queued', async () => {
  const { intake } = intakeOver(room(0, 1_000_000));
  const other = { name: 'odd', data: { size: 1, arrayBuffer: () => Promise.reject(new Error('not read')) } };
  await intake.addFiles([plainFile('a.txt'), libraryFile('renamed.bin'), plainFile('b.zip'), other]);
  expect([added, imported]).toEqual([['a.txt', 'b.zip', 'odd'], ['renamed.bin']]);
});

test('of very many files only those called .zip are looked into', async () => {
  const { intake } = intakeOver(room(0, null));
  const many = Array.from({ length: 200 }, (_, place) => plainFile(`${place}.txt`));
  await intake.addFiles([...many, libraryFile('a.bin'), libraryFile('B.ZIP')]);
  expect([added.length, added.at(-1), imported]).toEqual([201, 'a.bin', ['B.ZIP']]);
});

test('files that cannot fit are refused with numbers before anything is written', async () => {
  const { intake, library } = intakeOver(room(900, 1000));
  await intake.addFiles([plainFile('a.txt', 60), plainFile('b.txt', 60)]);
  expect(added).toEqual([]);
  expect(library.getState().error).toMatchObject({
    code: 'storage-full',
    details: { neededBytes: 120, usedBytes: 900, quotaBytes: 1000 },
  });
  expect(persistCount).toBe(0);
  await intake.addFiles([plainFile('c.txt', 1)]);
  expect([added, library.getState().error]).toEqual([['c.txt'], null]);
});

test('files that may not fit are added, with a warning', async () => {
  const { intake, transfer } = intakeOver(room(0, 20_000));
  await intake.addFiles([plainFile('a.txt', 7_000)]);
  expect(added).toEqual(['a.txt']);
  expect(transfer.getState().tightRoom).toMatchObject({ fileCount: 1, leastBytes: 7_000, freeBytes: 20_000 });
  expect(transfer.getState().tightRoom?.mostBytes).toBeGreaterThan(20_000);
  await intake.addFiles([plainFile('b.txt', 1)]);
  expect(transfer.getState().tightRoom).toBeNull();
});

test('the browser is asked once to keep the library, at the first import, and never where it cannot', async () => {
  const { intake } = intakeOver(room(0, null));
  await intake.addFiles([plainFile('a.txt')]);
  await intake.addFiles([plainFile('b.txt')]);
  await intake.importLibrary(libraryFile('c.zip'));
  expect(persistCount).toBe(1);
  for (const state of [
    { ...room(0, null), persisted: true },
    { ...room(0, null), medium: 'memory' as const },
  ]) {
    await intakeOver(state).intake.addFiles([plainFile('a.txt')]);
  }
  expect(persistCount).toBe(1);
});

test('while the library is being opened files are queued at once', async () => {
  const { intake, library } = intakeOver(room(10, 10));
  library.setState({ phase: 'opening' });
  await intake.addFiles([plainFile('a.txt')]);
  expect(added).toEqual(['a.txt']);
});
