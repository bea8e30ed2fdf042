// A third-party library that fetches and caches by itself is run with `fetch` and `caches` replaced: it sees the
// verified bytes that it was given and nothing else, so it can neither reach the network nor keep a wrong byte.

import { WinnowError } from '../core/domain/errors.ts';

/**
 * Runs `work` while the globals answer from `files` (absolute address → bytes) alone. A file may be asked for more than
 * once. Nothing else of this global scope may fetch meanwhile.
 */
export async function withSealedGlobals<T>(
  files: Map<string, Uint8Array<ArrayBuffer>>,
  work: () => Promise<T>,
): Promise<T> {
  const restore = [
    replaceGlobal('caches', { open: () => Promise.resolve(cacheOf(files)) }),
    replaceGlobal('fetch', () => Promise.reject(new TypeError('This library may not fetch'))),
  ];
  try {
    return await work();
  } finally {
    for (const undo of restore) undo();
  }
}

/** What the library uses of a `Cache`. */
function cacheOf(files: Map<string, Uint8Array<ArrayBuffer>>) {
  return {
    keys: () => Promise.resolve([...files.keys()].map((url) => ({ url }))),
    match: (request: Request | string) => {
      const url = typeof request === 'string' ? request : request.url;
      const bytes = files.get(url);
      if (!bytes) {
        const message = `The engine asked for ${url}, which is none of the files it was given.`;
        return Promise.reject(new WinnowError('internal', message, { url }));
      }
      return Promise.resolve(new Response(bytes));
    },
  };
}

/** Shadows a property of the global scope, which is an accessor on its prototype; returns what takes the shadow away. */
function replaceGlobal(name: 'caches' | 'fetch', value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(globalThis, name, own);
    else Reflect.deleteProperty(globalThis, name);
  };
}
