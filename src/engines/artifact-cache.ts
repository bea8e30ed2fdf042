/** Verified files by their hash, so a new version of a file never meets an old one. */
export type ArtifactCache = {
  readonly get: (sha256: string) => Promise<Response | undefined>;
  readonly put: (sha256: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly drop: (sha256: string) => Promise<void>;
  /** Drops every file that is not named. */
  readonly keepOnly: (sha256s: ReadonlySet<string>) => Promise<void>;
};

const cacheName = 'winnow-artifacts';

/** Deletes every kept file. They are fetched again when needed. */
export async function deleteArtifactCache(): Promise<void> {
  await globalThis.caches?.delete(cacheName).catch(() => undefined);
}

/**
 * The browser's CacheStorage. An entry appears whole or not at all, so a crash in the middle leaves nothing behind.
 * Null where the browser has none (insecure origin, some private windows).
 */
export async function openArtifactCache(): Promise<ArtifactCache | null> {
  // Some private windows have the object and refuse to open it: then there is no cache, which is all that matters.
  const cache = await globalThis.caches?.open(cacheName).catch(() => undefined);
  if (!cache) return null;
  const keyOf = (sha256: string): string => `https://artifact.invalid/${sha256}`;
  return {
    get: (sha256) => cache.match(keyOf(sha256)),
    put: (sha256, bytes) => cache.put(keyOf(sha256), new Response(bytes)),
    drop: async (sha256) => void (await cache.delete(keyOf(sha256))),
    keepOnly: async (sha256s) => {
      for (const request of await cache.keys()) {
        if (!sha256s.has(new URL(request.url).pathname.slice(1))) await cache.delete(request);
      }
    },
  };
}
