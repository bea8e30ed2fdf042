import { beforeEach, expect, it } from 'vitest';
import type { Catalog } from '../core/domain/catalog.ts';
import { createArtifactSource } from './artifact-source.ts';
import { sha256 } from './sha256.ts';

// Two files that the test server serves as they are, and one that it does not have: it answers with a page and status 200.
const names = ['biome.json', 'package-lock.json'] as const;
const hashes: Record<string, string> = {};
const baseUrl = `${location.origin}/`;

async function catalogOf(files: readonly string[]): Promise<Catalog> {
  const entries = await Promise.all(
    files.map(async (name) => {
      const bytes = new Uint8Array(await (await fetch(`${baseUrl}${name}`)).arrayBuffer());
      hashes[name] = await sha256(bytes);
      return { name, bytes: bytes.length, sha256: hashes[name] };
    }),
  );
  const rest = {
    role: 'embedder',
    title: '',
    quantisation: '',
    contextTokens: 1,
    promptVersion: null,
    licence: '',
    source: '',
  } as const;
  return {
    version: 1,
    models: [{ id: '.', files: [...entries, { name: 'nowhere/none', bytes: 9, sha256: '0'.repeat(64) }], ...rest }],
  };
}
const keyOf = (name: string) => `https://artifact.invalid/${hashes[name]}`;
const openCache = () => caches.open('winnow-artifacts');

beforeEach(async () => {
  await caches.delete('winnow-artifacts');
});

it('keeps verified files in the browser and reads them back', async () => {
  const source = createArtifactSource({ catalog: await catalogOf(names), baseUrl });
  const first = await source.read('.', 'biome.json');
  expect((await (await openCache()).keys()).map(({ url }) => url)).toEqual([keyOf('biome.json')]);
  const elsewhere = createArtifactSource({ catalog: await catalogOf(names), baseUrl: 'http://127.0.0.1:9/' });
  expect(await elsewhere.read('.', 'biome.json')).toEqual(first);
});

it('finds a wrong byte in the cache, names nothing else, and mends that file alone', async () => {
  const catalog = await catalogOf(names);
  const source = createArtifactSource({ catalog, baseUrl });
  const right = await source.read('.', 'biome.json');
  await source.read('.', 'package-lock.json');
  const wrong = right.slice();
  wrong[5] = (wrong[5] ?? 0) ^ 1;
  const cache = await openCache();
  await cache.put(keyOf('biome.json'), new Response(wrong));
  expect(await source.read('.', 'biome.json')).toEqual(right);
  const mended = await (await cache.match(keyOf('biome.json')))?.arrayBuffer();
  expect(await sha256(mended ?? new ArrayBuffer(0))).toBe(hashes['biome.json']);
  expect(await cache.keys()).toHaveLength(2);
});

it('calls a page with status 200 a page, and keeps nothing of it', async () => {
  const source = createArtifactSource({ catalog: await catalogOf([]), baseUrl });
  await expect(source.read('.', 'nowhere/none')).rejects.toMatchObject({
    code: 'artifact-unavailable',
    message: expect.stringContaining('web page'),
  });
  expect(await (await openCache()).keys()).toEqual([]);
});

it('removes files of an older catalog at the start', async () => {
  const cache = await openCache();
  await cache.put(`https://artifact.invalid/${'e'.repeat(64)}`, new Response('old'));
  const source = createArtifactSource({ catalog: await catalogOf(['biome.json']), baseUrl });
  await source.read('.', 'biome.json');
  expect((await cache.keys()).map(({ url }) => url)).toEqual([keyOf('biome.json')]);
});
