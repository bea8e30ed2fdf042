import { afterEach, beforeEach, expect, it } from 'vitest';
import { isLibraryFile } from '../../src/core/domain/library-file.ts';
import type { FileData } from '../../src/core/domain/unpacked.ts';
import { createRetrievalClient, type RetrievalClient } from './client.ts';

// What only a browser has: Blobs and file handles across the wall, the origin's file system, the real splitter and embedder.
const places = {
  modelsUrl: new URL('/models/', location.href).href,
  pdfDataUrl: new URL('/node_modules/pdfjs-dist/', location.href).href,
  recognitionUrl: location.href,
};
let client: RetrievalClient;

beforeEach(async () => {
  client = createRetrievalClient(places);
  await client.clear();
});
afterEach(() => client.end());

const pets = `# Care of pets

## Cats

A cat sleeps for about fifteen hours a day.

## Tortoises

A tortoise digs itself in when the days grow short.
`;
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });
const bytesOf = async (data: FileData | null) => new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0));

async function fill(): Promise<void> {
  await client.add(file('pets.md', pets));
  await client.add(file('notes.txt', 'The lighthouse was built in 1823. 🗼'));
  await client.embedded();
  // Begun now: a question from before the last deletion would be dropped.
  await client.saveTrace({ version: 1, id: 't1', startedAtMs: Date.now(), fingerprint: '', events: [] });
}

it('a library comes back after everything was deleted, byte for byte, with its vectors', async () => {
  await fill();
  const first = await client.exportLibrary(null);
  expect(first.counts).toMatchObject({ documents: 2, questions: 1 });
  expect(first.counts.vectors).toBe(first.counts.passages);
  const bytes = await bytesOf(first.file);
  expect(isLibraryFile(bytes.subarray(0, 64))).toBe(true);
  await client.clear();
  const stages = new Set<string>();
  const imported = await client.importLibrary(
    { name: 'library.zip', data: new Blob([bytes]) },
    { onProgress: ({ stage }) => stages.add(stage) },
  );
  expect(imported).toMatchObject({
    addedCount: 2,
    existingCount: 0,
    splitAgainCount: 0,
    addedTraceCount: 1,
    error: null,
  });
  expect(stages.has('checking')).toBe(true);
  const state = await client.open();
  expect([state.documents.length, state.embeddedCount]).toEqual([2, state.passageCount]);
  const pool = await client.retrieve('reptile that burrows before winter', {
    depth: 10,
    useBm25: true,
    useDense: true,
  });
  expect(pool.candidates[0]?.passage.headingPath).toEqual(['Care of pets', 'Tortoises']);
  expect(await bytesOf((await client.exportLibrary(null)).file)).toEqual(bytes);
  expect(await client.importLibrary({ name: 'library.zip', data: new Blob([bytes]) })).toMatchObject({
    addedCount: 0,
    existingCount: 2,
  });
});

it('a library is written straight to the file that was chosen', async () => {
  await fill();
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle('chosen.zip', { create: true });
  const { file: data, counts } = await client.exportLibrary(handle);
  expect(data).toBeNull();
  const written = await bytesOf(await handle.getFile());
  expect(written).toEqual(await bytesOf((await client.exportLibrary(null)).file));
  expect(counts.documents).toBe(2);
});

it('a cancelled export leaves no file, a damaged file no document', async () => {
  await fill();
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle('chosen.zip', { create: true });
  const controller = new AbortController();
  const exporting = client.exportLibrary(handle, {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(exporting).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => root.getFileHandle('chosen.zip').then(String, ({ name }) => name)).toBe('NotFoundError');
  const bytes = await bytesOf((await client.exportLibrary(null)).file);
  await client.clear();
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  await expect(client.importLibrary({ name: 'library.zip', data: new Blob([bytes]) })).rejects.toMatchObject({
    code: 'library-file-damaged',
  });
  expect((await client.open()).documents).toEqual([]);
});
