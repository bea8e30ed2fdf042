import type { Page } from '@playwright/test';

/** Everything that a page's origin keeps in the browser, by storage interface; each list is empty where nothing is kept. */
export type StorageContents = {
  readonly databases: readonly string[];
  readonly files: readonly string[];
  readonly caches: readonly string[];
  readonly localStorage: readonly string[];
  readonly sessionStorage: readonly string[];
  readonly cookies: readonly string[];
  readonly serviceWorkers: readonly string[];
};

export const emptyStorage: StorageContents = {
  databases: [],
  files: [],
  caches: [],
  localStorage: [],
  sessionStorage: [],
  cookies: [],
  serviceWorkers: [],
};

/** Looked at from the page, so that what the browser says is told, not what the app believes. */
export async function storageContents(page: Page): Promise<StorageContents> {
  const seen = await page.evaluate(async () => {
    const filesIn = async (folder: FileSystemDirectoryHandle): Promise<string[]> => {
      const names: string[] = [];
      for await (const [name, handle] of folder.entries()) {
        names.push(name);
        // SAFETY: `kind` tells which of the two handles it is.
        if (handle.kind === 'directory') names.push(...(await filesIn(handle as FileSystemDirectoryHandle)));
      }
      return names;
    };
    return {
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
      files: await filesIn(await navigator.storage.getDirectory()),
      caches: await caches.keys(),
      localStorage: Object.keys(localStorage),
      sessionStorage: Object.keys(sessionStorage),
      serviceWorkers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    };
  });
  // With those that no script may see.
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  return { ...seen, cookies };
}

/**
 * Where any of the words stands in what is stored: in keys and values of every database, in names and bytes of every file
 * and cache entry, in web storage. Bytes are read as UTF-8 and as UTF-16, from even and from odd places.
 */
export async function placesOfWords(page: Page, words: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (wanted) => {
    const found = new Set<string>();
    const lookIn = (place: string, text: string): void => {
      for (const word of wanted) if (text.includes(word)) found.add(`${word} in ${place}`);
    };
    const lookInBytes = (place: string, bytes: Uint8Array): void => {
      lookIn(place, new TextDecoder('utf-8').decode(bytes));
      for (const start of [0, 1]) lookIn(place, new TextDecoder('utf-16le').decode(bytes.subarray(start)));
    };
    const lookInValue = (place: string, value: unknown): void => {
      if (typeof value === 'string') lookIn(place, value);
      else if (value instanceof ArrayBuffer) lookInBytes(place, new Uint8Array(value));
      else if (ArrayBuffer.isView(value)) {
        lookInBytes(place, new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      } else if (value instanceof Map) for (const entry of value) lookInValue(place, entry);
      else if (value !== null && typeof value === 'object') {
        for (const [key, inner] of Object.entries(value)) {
          lookIn(place, key);
          lookInValue(place, inner);
        }
      }
    };
    const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });

    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
        for (const value of [keys, values]) lookInValue(`database ${name}, store ${storeName}`, value);
      }
      database.close();
    }
    const lookInFolder = async (path: string, folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        lookIn(`the name of a file in ${path}`, name);
        if (handle instanceof FileSystemFileHandle) {
          try {
            lookInBytes(`file ${path}/${name}`, new Uint8Array(await (await handle.getFile()).arrayBuffer()));
          } catch (error) {
            // The app removed it between listing and reading.
            if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error;
          }
        } else if (handle instanceof FileSystemDirectoryHandle) await lookInFolder(`${path}/${name}`, handle);
      }
    };
    await lookInFolder('', await navigator.storage.getDirectory());
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        lookIn(`cache ${name}`, request.url);
        const response = await cache.match(request);
        if (response) lookInBytes(`cache ${name}`, new Uint8Array(await response.arrayBuffer()));
      }
    }
    lookInValue('localStorage', { ...localStorage });
    lookInValue('sessionStorage', { ...sessionStorage });
    return [...found].sort();
  }, words);
}
