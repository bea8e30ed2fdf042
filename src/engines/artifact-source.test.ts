import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Catalog, CatalogFile } from '../core/domain/catalog.ts';
import { isCancelled } from '../core/domain/errors.ts';
import type { ArtifactCache } from './artifact-cache.ts';
import { createArtifactSource } from './artifact-source.ts';

const right = new Uint8Array(300_000).map((_, index) => (index * 31) % 251);
const wrong = right.slice();
wrong[12_345]! ^= 1;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const rightHash = hashOf(right);

const file = (name: string, bytes: Uint8Array): CatalogFile => ({ name, bytes: bytes.length, sha256: hashOf(bytes) });
const small = new TextEncoder().encode('{"a": 1}');
const catalog: Catalog = {
  version: 1,
  models: [
    {
      id: 'm-1',
      role: 'embedder',
      title: '',
      files: [file('shards/weights 1.bin', right), file('config.json', small)],
      quantisation: '',
      contextTokens: 1,
      promptVersion: null,
      licence: '',
      source: '',
    },
  ],
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let baseUrl = '';
/** One answer per request; the last one repeats. */
let answers: Answer[] = [];
let requests: { url: string; range: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', range: request.headers.range });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub/models/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const send =
  (bytes: Uint8Array, status = 200, type = 'application/octet-stream'): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
    response.end(bytes);
  };
const breakAfter =
  (bytes: Uint8Array, count: number): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, count), () => setTimeout(() => response.destroy(), 20));
  };
const sendRange =
  (bytes: Uint8Array): Answer =>
  (request, response) => {
    const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
    response.writeHead(206, { 'Content-Range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` });
    response.end(bytes.subarray(start));
  };

function memoryCache(
  options: { isFull?: boolean } = {},
): ArtifactCache & { entries: Map<string, Uint8Array<ArrayBuffer>> } {
  const entries = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    entries,
    get: async (key) => {
      const bytes = entries.get(key);
      return bytes && new Response(bytes);
    },
    put: async (key, bytes) => {
      if (options.isFull) throw new DOMException('no room', 'QuotaExceededError');
      entries.set(key, bytes.slice());
    },
    drop: async (key) => void entries.delete(key),
    keepOnly: async () => undefined,
  };
}

function setUp(given: Answer[], cache: ReturnType<typeof memoryCache> | null = memoryCache()) {
  answers = given;
  const cacheFailures: string[] = [];
  const source = createArtifactSource({
    catalog,
    baseUrl,
    cache,
    onCacheFailure: (name, reason) => cacheFailures.push(`${name}: ${reason}`),
  });
  return { cache, cacheFailures, source, read: () => source.read('m-1', 'shards/weights 1.bin') };
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a good server', () => {
  it('gives the bytes, caches them, and is not asked again', async () => {
    const { read, cache } = setUp([send(right)]);
    expect(hashOf(await read())).toBe(rightHash);
    expect(hashOf(await read())).toBe(rightHash);
    expect(requests).toEqual([{ url: '/sub/models/m-1/shards/weights%201.bin', range: undefined }]);
    expect([...(cache?.entries.keys() ?? [])]).toEqual([hashOf(right)]);
  });

  it('reports bytes up to the size', async () => {
    const { source } = setUp([send(right)]);
    const reports: [number, number][] = [];
    await source.read('m-1', 'shards/weights 1.bin', { onProgress: (done, total) => reports.push([done, total]) });
    expect(reports.at(-1)).toEqual([right.length, right.length]);
    expect(reports.every(([done], index) => done >= (reports[index - 1]?.[0] ?? 0))).toBe(true);
  });

  it('works without any cache', async () => {
    expect(hashOf(await setUp([send(right)], null).read())).toBe(rightHash);
  });

  it('works with a full disk, and says so', async () => {
    const { read, cacheFailures } = setUp([send(right)], memoryCache({ isFull: true }));
    expect(hashOf(await read())).toBe(rightHash);
    expect(cacheFailures).toEqual(['shards/weights 1.bin: QuotaExceededError: no room']);
  });
});

describe('wrong bytes', () => {
  it('in the cache: that file alone is dropped and fetched again', async () => {
    const { read, source, cache } = setUp([send(right)]);
    await read();
    answers = [send(small)];
    await source.read('m-1', 'config.json');
    answers = [send(right)];
    requests = [];
    cache?.entries.set(hashOf(right), wrong);
    expect(hashOf(await read())).toBe(rightHash);
    expect(await source.read('m-1', 'config.json')).toEqual(small);
    expect(requests).toHaveLength(1);
    expect(hashOf(cache?.entries.get(rightHash) ?? small)).toBe(rightHash);
  });

  it('from the server once: fetched again', async () => {
    const { read } = setUp([send(wrong), send(right)]);
    expect(hashOf(await read())).toBe(rightHash);
    expect(requests).toHaveLength(2);
  });

  it('from the server twice: an error that names file, expected and got; the cache stays clean', async () => {
    const { read, cache } = setUp([send(wrong)]);
    expect(await failure(read())).toMatchObject({
      code: 'artifact-corrupt',
      message: expect.stringContaining('shards/weights 1.bin'),
      details: { file: 'shards/weights 1.bin', expected: hashOf(right), got: hashOf(wrong) },
    });
    expect(requests).toHaveLength(2);
    expect(cache?.entries.size).toBe(0);
    answers = [send(right)];
    expect(hashOf(await read())).toBe(rightHash);
  });

  it('a file that is too short or too long', async () => {
    expect(await failure(setUp([send(right.subarray(0, 1000))]).read())).toMatchObject({
      code: 'artifact-corrupt',
      details: { gotBytes: '1000', expectedBytes: right.length },
    });
    const long = new Uint8Array(right.length + 1);
    long.set(right);
    expect(await failure(setUp([send(long)]).read())).toMatchObject({
      code: 'artifact-corrupt',
      details: { gotBytes: `more than ${right.length}` },
    });
  });

  it('a web page with status 200 is called a web page', async () => {
    const page = new TextEncoder().encode('<!doctype html><title>Sign in</title>');
    const { read, cache } = setUp([send(page, 200, 'text/html; charset=utf-8')]);
    expect(await failure(read())).toMatchObject({
      code: 'artifact-unavailable',
      message: expect.stringContaining('web page'),
    });
    expect(await failure(setUp([send(page)]).read())).toMatchObject({ message: expect.stringContaining('web page') });
    expect(cache?.entries.size).toBe(0);
  });

  it('right bytes under a wrong media type are right', async () => {
    expect(hashOf(await setUp([send(right, 200, 'text/html')]).read())).toBe(rightHash);
  });
});

describe('a connection that breaks', () => {
  it('is resumed where it broke', async () => {
    const { read } = setUp([breakAfter(right, 200_000), sendRange(right)]);
    expect(hashOf(await read())).toBe(rightHash);
    expect(requests[1]?.range).toMatch(/^bytes=\d+-$/);
    expect(requests[1]?.range).not.toBe('bytes=0-');
  });

  it('starts anew where the server knows no ranges', async () => {
    const { read } = setUp([breakAfter(right, 200_000), send(right)]);
    expect(hashOf(await read())).toBe(rightHash);
  });

  it('starts anew where the server refuses the range', async () => {
    const { read } = setUp([breakAfter(right, 200_000), send(small, 416), send(right)]);
    expect(hashOf(await read())).toBe(rightHash);
    expect(requests).toHaveLength(3);
  });

  it('is given up after three breaks, and nothing is kept', async () => {
    const { read, cache } = setUp([breakAfter(right, 1000)]);
    expect(await failure(read())).toMatchObject({
      code: 'artifact-unavailable',
      details: { file: 'shards/weights 1.bin' },
    });
    expect(requests).toHaveLength(3);
    expect(cache?.entries.size).toBe(0);
  });

  it('a resumed file that does not fit together is fetched anew', async () => {
    const { read } = setUp([breakAfter(wrong, 200_000), sendRange(right), send(right)]);
    expect(hashOf(await read())).toBe(rightHash);
  });
});

describe('refusals', () => {
  it.each([404, 500])('status %i', async (status) => {
    expect(await failure(setUp([send(small, status)]).read())).toMatchObject({
      code: 'artifact-unavailable',
      details: { status },
    });
    expect(requests).toHaveLength(1);
  });

  it('no server at all', async () => {
    const source = createArtifactSource({ catalog, baseUrl: 'http://127.0.0.1:9/models/', cache: null });
    expect(await failure(source.read('m-1', 'config.json'))).toMatchObject({
      code: 'artifact-unavailable',
      message: expect.stringContaining('Check the connection'),
    });
  });

  it('a file that is not in the catalog', async () => {
    const { source } = setUp([send(right)]);
    expect(await failure(source.read('m-1', 'other'))).toMatchObject({ code: 'artifact-unknown' });
    expect(await failure(source.read('m-2', 'config.json'))).toMatchObject({ code: 'artifact-unknown' });
    expect(requests).toEqual([]);
  });
});

describe('cancel', () => {
  it('stops a download whose server has gone quiet', async () => {
    const abort = new AbortController();
    const { source, cache } = setUp([
      (_request, response) => void response.writeHead(200).write(right.subarray(0, 5000)),
    ]);
    const error = failure(
      source.read('m-1', 'shards/weights 1.bin', { signal: abort.signal, onProgress: () => abort.abort() }),
    );
    expect(isCancelled(await error)).toBe(true);
    expect(cache?.entries.size).toBe(0);
  });

  it('does nothing when it was cancelled before', async () => {
    const { source } = setUp([send(right)]);
    expect(isCancelled(await failure(source.read('m-1', 'config.json', { signal: { aborted: true } })))).toBe(true);
    expect(requests).toEqual([]);
  });
});
