import { expect, it } from 'vitest';
import { createLibraryZipWriter } from '../../engines/library-zip-writer.ts';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { isCancelled } from '../domain/errors.ts';
import type { Store } from '../domain/store.ts';
import { exportLibrary } from './export-library.ts';
import { storedDocument } from './stored-library-fixture.ts';

async function filled(): Promise<Store> {
  const store = createMemoryStore();
  for (const text of ['One', 'Two', 'Three']) {
    const original = new TextEncoder().encode(text).buffer;
    const facts = { original, id: await sha256(original), name: `${text}.txt`, addedAtMs: 1, embeddedCount: 1 };
    await store.addDocument(storedDocument({ ...facts, paragraphs: [text] }));
  }
  return store;
}

/** Counts what is written, and fails at will. */
function target(fault: Error | null) {
  let isAborted = false;
  return {
    isAborted: () => isAborted,
    write: async () => {
      if (fault) throw fault;
    },
    close: async () => null,
    abort: async () => {
      isAborted = true;
    },
  };
}

it.each([
  ['cancelled', null],
  ['ended by a full disk', new Error('full')],
] as const)('one that is %s leaves nothing', async (_, fault) => {
  const place = target(fault);
  let left = 4;
  const signal = {
    get aborted() {
      return fault === null && left-- <= 0;
    },
  };
  const openWriter = async () => createLibraryZipWriter(place, nextTask);
  const parts = { store: await filled(), openWriter, pause: nextTask };
  const outcome = await exportLibrary(parts, { signal }).catch((error: unknown) => error);
  expect(fault ? outcome === fault : isCancelled(outcome)).toBe(true);
  expect(place.isAborted()).toBe(true);
});

it('a document that is removed meanwhile is left out of the file and of its counts', async () => {
  const store = await filled();
  const place = target(null);
  const openWriter = async () => {
    const [gone] = await store.documents();
    await store.removeDocument(gone?.id ?? '');
    return createLibraryZipWriter(place, nextTask);
  };
  const { counts } = await exportLibrary({ store, openWriter, pause: nextTask });
  expect(counts).toEqual({ documents: 2, passages: 2, vectors: 2, questions: 0 });
});
