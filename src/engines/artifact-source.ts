// The one network door of Winnow: model files of its own origin, verified by hash before anybody sees a byte.
// The hash is computed by the platform, off this thread, over the whole file: 0.15 s for 84 MB on one 2026 server core.

import type { CancelSignal } from '../core/domain/cancel.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Catalog, CatalogFile } from '../core/domain/catalog.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { ArtifactSource } from '../core/domain/ports.ts';
import type { ArtifactCache } from './artifact-cache.ts';
import { openArtifactCache } from './artifact-cache.ts';
import type { Download } from './artifact-download.ts';
import { downloadFile } from './artifact-download.ts';
import { sha256 } from './sha256.ts';

type ReadOptions = {
  readonly signal?: CancelSignal;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
};

/** Wrong answers to one request before the file is given up. */
const wrongLimit = 2;

/**
 * Reads from the cache, else from the server; only verified bytes are cached or returned.
 * A wrong file is dropped and fetched again once; every other file stays as it is.
 */
export function createArtifactSource(options: {
  readonly catalog: Catalog;
  /** Absolute, ends in a slash; a file lies at `<baseUrl><model id>/<file name>`. */
  readonly baseUrl: string;
  /** Default: the browser's CacheStorage. Null: no cache. */
  readonly cache?: ArtifactCache | null;
  /** Told when a file could not be cached (full disk): it works, but is fetched again next time. */
  readonly onCacheFailure?: (file: string, reason: string) => void;
}): ArtifactSource {
  let opened: Promise<ArtifactCache | null> | null = null;
  const cacheOf = (): Promise<ArtifactCache | null> => {
    opened ??= options.cache === undefined ? openAndSweep(options.catalog) : Promise.resolve(options.cache);
    return opened;
  };

  /** Bytes out of the cache, or null. What is wrong in there is dropped. */
  async function readCached(cache: ArtifactCache, file: CatalogFile): Promise<Uint8Array<ArrayBuffer> | null> {
    const response = await cache.get(file.sha256).catch(() => undefined);
    if (!response) return null;
    const bytes = await response.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
    if (bytes && bytes.length === file.bytes && (await sha256(bytes)) === file.sha256) return bytes;
    await cache.drop(file.sha256);
    return null;
  }

  async function fetchVerified(cache: ArtifactCache | null, modelId: string, file: CatalogFile, read: ReadOptions) {
    const url = `${options.baseUrl}${encodeURIComponent(modelId)}/${file.name.split('/').map(encodeURIComponent).join('/')}`;
    for (let wrongCount = 1; ; wrongCount++) {
      const download = await downloadFile({
        file,
        url,
        request: (target, init) => fetch(target, init),
        // With a cache of our own the browser's would only hold the same bytes twice; a second try passes it by in any case.
        cacheMode: cache || wrongCount > 1 ? 'no-store' : 'default',
        signal: read.signal,
        onProgress: (doneBytes) => read.onProgress?.(doneBytes, file.bytes),
      });
      const got = await sha256(download.bytes);
      throwIfCancelled(read.signal);
      if (!download.isTooLong && got === file.sha256) return download.bytes;
      if (wrongCount >= wrongLimit) throw wrongFile(modelId, file, url, download, got);
    }
  }

  return {
    read: async (modelId, fileName, read = {}) => {
      const file = options.catalog.models.find(({ id }) => id === modelId)?.files.find(({ name }) => name === fileName);
      if (!file) {
        const message = `There is no model file "${modelId}/${fileName}" in the catalog.`;
        throw new WinnowError('artifact-unknown', message, { model: modelId, file: fileName });
      }
      throwIfCancelled(read.signal);
      const cache = await cacheOf();
      const cached = cache && (await readCached(cache, file));
      throwIfCancelled(read.signal);
      if (cached) {
        read.onProgress?.(file.bytes, file.bytes);
        return cached;
      }
      const bytes = await fetchVerified(cache, modelId, file, read);
      await cache?.put(file.sha256, bytes).catch((error: unknown) => {
        options.onCacheFailure?.(file.name, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
      });
      return bytes;
    },
  };
}

async function openAndSweep(catalog: Catalog): Promise<ArtifactCache | null> {
  const cache = await openArtifactCache();
  const known = new Set(catalog.models.flatMap((model) => model.files.map((file) => file.sha256)));
  // Leftovers of older versions cost space, nothing else: not being able to remove them must not stop a start.
  await cache?.keepOnly(known).catch(() => undefined);
  return cache;
}

/** Says what came instead: a web page, a piece, too much, or other bytes. */
function wrongFile(modelId: string, file: CatalogFile, url: string, download: Download, got: string): WinnowError {
  const details = { model: modelId, file: file.name, url, expected: file.sha256, got, expectedBytes: file.bytes };
  const head = new TextDecoder().decode(download.bytes.subarray(0, 64)).trimStart().toLowerCase();
  if (download.mediaType.startsWith('text/html') || head.startsWith('<!doctype html') || head.startsWith('<html')) {
    const message = `The server answered with a web page instead of the model file "${file.name}" (${url}). Check where Winnow's files are served from.`;
    return new WinnowError('artifact-unavailable', message, { ...details, mediaType: download.mediaType });
  }
  const gotBytes = download.isTooLong ? `more than ${file.bytes}` : String(download.bytes.length);
  const message =
    `The model file "${file.name}" arrived wrong twice: expected ${file.bytes} bytes with SHA-256 ${file.sha256}, ` +
    `got ${gotBytes} bytes with ${got}. Install Winnow again, or free its server's cache.`;
  return new WinnowError('artifact-corrupt', message, { ...details, gotBytes });
}
