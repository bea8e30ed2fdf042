import { afterEach, describe, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import type { NewDocument, Store } from '../core/domain/store.ts';
import { createDexieStore } from './dexie-store.ts';
import { openStore as openBestStore } from './open-store.ts';
import { openOpfsFiles } from './opfs-files.ts';
import { sha256 } from './sha256.ts';

const name = 'store-test';
const opened: Store[] = [];

async function openStore(): Promise<Store> {
  const files = await openOpfsFiles(name);
  const store = createDexieStore(name, () => files);
  opened.push(store);
  await store.open();
  return store;
}

afterEach(async () => {
  await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin });
  await (opened[0] ?? (await openStore())).clear();
  for (const store of opened.splice(0)) await store.close();
});

function newDocument(id: string, originalBytes: number): NewDocument & { readonly original: ArrayBuffer } {
  const text = 'Mice are small.';
  const span = { start: 0, end: text.length };
  return {
    document: {
      id,
      name: `${id}.txt`,
      title: null,
      mediaType: 'text/plain',
      text,
      blocks: [],
      pages: [],
      warnings: [],
      byteLength: originalBytes,
      addedAtMs: 1,
    },
    passages: [
      { id: `${id}:0`, documentId: id, ordinal: 0, span, text, headingPath: [], pages: null, sentences: [span] },
    ],
    original: filled(originalBytes),
    chunkingId: 'test-1',
  };
}

/** Random, so that no disk compresses it. */
function filled(bytes: number): ArrayBuffer {
  const buffer = new ArrayBuffer(bytes);
  for (let start = 0; start < bytes; start += 65_536) {
    crypto.getRandomValues(new Uint8Array(buffer, start, Math.min(65_536, bytes - start)));
  }
  return buffer;
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const fileName of folder.keys()) names.push(fileName);
  return names;
}

async function fileNames(): Promise<string[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
  return namesIn(folder);
}

describe('in Chromium, with OPFS', () => {
  it('opens a library on a full disk without taking its originals for lost', async () => {
    const store = await openStore();
    const kept = newDocument('kept', 100_000);
    await store.addDocument(kept);
    await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin, quotaSize: 1 });
    const again = await openBestStore(name);
    opened.push(again);
    expect(await again.state()).toMatchObject({ medium: 'opfs', repairs: [] });
    expect((await again.documents())[0]?.warnings).toEqual([]);
    expect(new Uint8Array(await again.original('kept'))).toEqual(new Uint8Array(kept.original));
  });

  it('keeps originals as files and finds them again', async () => {
    const store = await openStore();
    const added = newDocument('a', 3_000_000);
    await store.addDocument(added);
    await store.saveIndex(() => ({
      manifest: new ArrayBuffer(1),
      partNames: ['x'],
      newParts: [{ name: 'x', bytes: filled(1000) }],
    }));
    expect((await store.state()).medium).toBe('opfs');
    expect((await fileNames()).map((file) => file.split('-')[0]).sort()).toEqual(['index', 'index', 'original']);
    const again = await openStore();
    expect(await sha256(await again.original('a'))).toBe(await sha256(added.original));
    expect((await (await again.loadIndex())?.readPart('x'))?.byteLength).toBe(1000);
    await again.removeDocument('a');
    expect((await fileNames()).map((file) => file.split('-')[0])).toEqual(['index', 'index']);
  });

  it('says how much is missing when the quota is used up, and leaves nothing behind', async () => {
    const store = await openStore();
    await store.addDocument(newDocument('a', 1000));
    const { usedBytes } = await store.state();
    await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin, quotaSize: usedBytes + 5_000_000 });
    const failure = await store.addDocument(newDocument('b', 20_000_000)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'storage-full', details: { usedBytes: expect.any(Number) } });
    expect(String(failure)).toMatch(/about 20 MB are needed; \d+(\.\d)? MB are in use and the browser gives no more/);
    expect((await store.documents()).map((document) => document.id)).toEqual(['a']);
    expect(await fileNames()).toHaveLength(1);
    await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin });
    await store.addDocument(newDocument('b', 20_000_000));
    expect(await store.documents()).toHaveLength(2);
  });

  it('notices altered bytes of an original and of the index', async () => {
    const store = await openStore();
    await store.addDocument(newDocument('a', 1000));
    await store.saveIndex(() => ({
      manifest: new ArrayBuffer(1),
      partNames: ['x'],
      newParts: [{ name: 'x', bytes: filled(1000) }],
    }));
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
    for await (const file of folder.keys()) {
      if (file.includes('manifest')) continue;
      const stream = await (await folder.getFileHandle(file)).createWritable({ keepExistingData: true });
      await stream.write({ type: 'write', position: 500, data: new Uint8Array([1, 2, 3, 4]) });
      await stream.close();
    }
    await expect(store.original('a')).rejects.toMatchObject({ code: 'original-lost' });
    expect(await (await store.loadIndex())?.readPart('x')).toBeNull();
  });

  it('leaves every storage interface of a worker empty', async () => {
    const store = await openStore();
    await store.addDocument(newDocument('a', 1000));
    await (await caches.open('models')).put('/weights', new Response('bytes'));
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('of-another-library');
      request.onsuccess = () => resolve(request.result.close());
      request.onerror = () => reject(request.error);
    });
    const second = await openStore();
    expect(await second.documents()).toHaveLength(1);
    await store.clear();
    expect(await indexedDB.databases()).toEqual([]);
    expect(await caches.keys()).toEqual([]);
    expect(await namesIn(await navigator.storage.getDirectory())).toEqual([]);
  });
});
