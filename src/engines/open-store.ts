import { WinnowError } from '../core/domain/errors.ts';
import type { Store } from '../core/domain/store.ts';
import { createDexieStore } from './dexie-store.ts';
import { createIndexedFiles } from './indexed-files.ts';
import { createMemoryStore } from './memory-store.ts';
import { openOpfsFiles } from './opfs-files.ts';

/**
 * The best store that this browser allows, opened: IndexedDB with OPFS, IndexedDB alone, memory. `state()` says which.
 * @throws WinnowError `storage-failed` for a library that is there but cannot be used: it is not hidden behind an empty one
 */
export async function openStore(name: string): Promise<Store> {
  if (!(await canOpenDatabases())) {
    const store = createMemoryStore();
    await store.open();
    return store;
  }
  const files = await openOpfsFiles(name).catch(() => null);
  const store = createDexieStore(name, (database) => files ?? createIndexedFiles(database));
  await store.open();
  return store;
}

/** Asks with a database of its own, so that an unusable library is told from a browser that stores nothing. */
async function canOpenDatabases(): Promise<boolean> {
  if (!globalThis.indexedDB) return false;
  const name = `probe-${crypto.randomUUID()}`;
  const opened = await new Promise<boolean>((resolve) => {
    try {
      const request = indexedDB.open(name);
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
      // A full disk refuses a new database, not the library that is there.
      request.onerror = () => resolve(request.error?.name === 'QuotaExceededError');
    } catch (error) {
      // Firefox throws SecurityError where sites may not store anything.
      if (!(error instanceof DOMException)) throw new WinnowError('storage-unavailable', String(error), {}, error);
      resolve(false);
    }
  });
  if (opened) indexedDB.deleteDatabase(name);
  return opened;
}
