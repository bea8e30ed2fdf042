import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { LibraryDatabase } from './library-database.ts';
import { openStore } from './open-store.ts';

const working = globalThis.indexedDB;
afterEach(() => {
  globalThis.indexedDB = working;
});

describe('openStore', () => {
  it('keeps files in IndexedDB where there is no file system', async () => {
    const store = await openStore('without-opfs');
    expect(await store.state()).toMatchObject({ medium: 'indexed-db', persisted: false });
    await store.close();
  });

  it('keeps all in memory where nothing may be stored', async () => {
    const refusing = new IDBFactory();
    refusing.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    globalThis.indexedDB = refusing;
    expect(await (await openStore('refused')).state()).toMatchObject({ medium: 'memory' });
  });

  it('does not hide an unusable library behind an empty one', async () => {
    const database = new LibraryDatabase('of-tomorrow');
    await database.meta.put({ key: 'schema', version: 99 });
    database.close();
    await expect(openStore('of-tomorrow')).rejects.toMatchObject({ code: 'storage-failed' });
  });
});
