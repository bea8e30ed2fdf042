import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isCancelled } from '../../src/core/domain/errors.ts';
import type { GenerateRequest, LanguageModel } from '../../src/core/domain/language-model.ts';
import type { EngineReport, LoadProgress } from '../../src/core/domain/services.ts';
import { createModelService } from './client.ts';
import type { Fault, FaultCommand } from './fixtures/faults.ts';
import { faultChannelName } from './fixtures/faults.ts';

const modelsUrl = new URL('/models/', location.href).href;
const services: { unload: () => Promise<void> }[] = [];
const channel = new BroadcastChannel(faultChannelName);
const command = (what: FaultCommand) => channel.postMessage(what);

beforeEach(async () => {
  await caches.delete('winnow-artifacts');
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.unload();
});

function setUp(faults: readonly Fault[] = [], modelId = 'tiny-test', silenceLimitMs = 60_000) {
  const workers: Worker[] = [];
  const fallbacks: EngineReport[] = [];
  const service = createModelService({
    modelId,
    modelsUrl,
    silenceLimitMs,
    start: () => {
      // The graph is missing once, so that the GPU engine is taken; it is there again when that engine is lost.
      const name = faults.filter((fault) => fault !== 'no-graph' || workers.length === 0).join(' ');
      const worker = new Worker(new URL('./fixtures/faulty-worker.ts', import.meta.url), { type: 'module', name });
      workers.push(worker);
      return worker;
    },
  });
  service.onFallback((report) => fallbacks.push(report));
  services.push(service);
  return { service, workers, fallbacks };
}

const words = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`).join(', ');
const request = (promptWords: number, maxTokens: number): GenerateRequest => ({
  prompt: [
    { kind: 'control', token: '<|im_start|>' },
    { kind: 'template', text: 'user\n' },
    { kind: 'document', text: words(promptWords) },
    { kind: 'control', token: '<|im_end|>' },
  ],
  weights: 'base',
  maxTokens,
  constraint: null,
  stop: [],
  scores: false,
});

async function reply(model: LanguageModel, asked: GenerateRequest, signal?: AbortSignal) {
  const ids: number[] = [];
  for await (const event of model.generate(asked, signal)) if (event.type === 'token') ids.push(event.id);
  return ids;
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('which engine', () => {
  it('auto on a software adapter: WASM, with the reason, without the other engine’s code', async () => {
    const { service } = setUp();
    const progress: LoadProgress[] = [];
    const { model, report } = await service.load('auto', { onProgress: (next) => progress.push(next) });
    expect(report.engine).toBe('transformers');
    expect(report.attempts).toEqual([
      expect.objectContaining({ engine: 'transformers', outcome: 'chosen' }),
      expect.objectContaining({ engine: 'web-llm', outcome: 'skipped', reason: expect.stringContaining('software') }),
    ]);
    expect(report.adapter).toMatchObject({ isSoftware: true });
    expect(report.prefillTokensPerSecond).toBeGreaterThan(1);
    expect(report.decodeTokensPerSecond).toBeGreaterThan(1);
    expect(progress.map(({ stage }) => stage)).toContain('self-test');
    expect(await reply(model, request(5, 4))).toHaveLength(4);

    const resources = new Promise<string[]>((resolve) => {
      channel.onmessage = ({ data }) => resolve(data);
    });
    command('list-resources');
    expect((await resources).filter((url) => /web-llm/.test(url))).toEqual([]);
  });

  it('both forced engines give the same reply', async () => {
    const asked = request(10, 6);
    const { service } = setUp();
    const wasm = await service.load('transformers');
    const expected = await reply(wasm.model, asked);
    const gpu = await service.load('web-llm');
    expect(gpu.report.engine).toBe('web-llm');
    expect(gpu.model.info().engine).toBe('web-llm');
    expect(await reply(gpu.model, asked)).toEqual(expected);
  });

  it('no adapter: WASM in auto, an error that says so when the GPU was asked for', async () => {
    const { service } = setUp(['no-adapter']);
    expect((await service.load('auto')).report).toMatchObject({ engine: 'transformers', adapter: null });
    expect(await failure(service.load('web-llm'))).toMatchObject({
      code: 'engine-unavailable',
      message: expect.stringContaining('no adapter'),
    });
  });

  it('the scripted model says that it is scripted', async () => {
    const { service } = setUp([], 'scripted');
    const { model, report } = await service.load('auto');
    expect(report.engine).toBe('scripted');
    expect(model.info().engine).toBe('scripted');
  });
});

describe('a GPU that fails', () => {
  it('auto: falls back by itself and tells', async () => {
    const { service } = setUp(['hardware', 'refuse-device']);
    const { model, report } = await service.load('auto');
    expect(report.engine).toBe('transformers');
    expect(report.attempts[0]).toMatchObject({ engine: 'web-llm', outcome: 'failed' });
    expect(await reply(model, request(5, 4))).toHaveLength(4);
  });

  it.each<[Fault, string]>([
    ['refuse-device', 'refused'],
    ['wrong-numbers', 'wrong numbers'],
  ])('asked for, %s: an error that says so', async (fault, reason) => {
    const { service } = setUp([fault]);
    expect(await failure(service.load('web-llm'))).toMatchObject({
      code: 'engine-unavailable',
      message: expect.stringContaining(reason),
    });
  });

  it.each([
    ['auto', 'transformers'],
    ['web-llm', 'web-llm'],
  ] as const)(
    '%s, a device lost between replies: the reply comes from %s, and the page is told',
    async (choice, next) => {
      const { service, fallbacks } = setUp(choice === 'auto' ? ['no-graph'] : []);
      const { model, report } = await service.load(choice);
      expect(report.engine).toBe('web-llm');
      const expected = await reply(model, request(5, 4));
      command('lose-device');
      expect(await reply(model, request(5, 4))).toEqual(expected);
      expect(fallbacks.map(({ engine }) => engine)).toEqual([next]);
      expect(fallbacks[0]?.attempts[0]).toMatchObject({ engine: 'web-llm', outcome: 'failed' });
      expect(model.info().engine).toBe(next);
    },
  );

  it.each([
    ['auto', 'transformers'],
    ['web-llm', 'web-llm'],
  ] as const)('%s, a device lost in the middle of a reply: a typed error, then %s', async (choice, next) => {
    const { service, fallbacks } = setUp(choice === 'auto' ? ['no-graph'] : []);
    const { model } = await service.load(choice);
    const read = async () => {
      for await (const event of model.generate(request(5, 400))) if (event.type === 'token') command('lose-device');
    };
    expect(await failure(read())).toMatchObject({ code: 'device-lost' });
    expect(await reply(model, request(5, 4))).toHaveLength(4);
    expect(fallbacks.map(({ engine }) => engine)).toEqual([next]);
  });
});

describe.each(['transformers', 'web-llm'] as const)('cancel and death: %s', (engine) => {
  it('cancel during prefill and during decode frees the engine', async () => {
    const { service, workers } = setUp();
    const { model } = await service.load(engine);
    const expected = await reply(model, request(5, 4));
    for (const type of ['prefill', 'token']) {
      const abort = new AbortController();
      const read = async () => {
        for await (const event of model.generate(request(150, 400), abort.signal))
          if (event.type === type) abort.abort();
      };
      expect(isCancelled(await failure(read()))).toBe(true);
      expect(await reply(model, request(5, 4))).toEqual(expected);
    }
    expect(workers).toHaveLength(1);
  });

  it('a worker killed in the middle of a reply: a typed error, then the engine is back', async () => {
    const { service, workers, fallbacks } = setUp([], 'tiny-test', 8_000);
    const { model } = await service.load(engine);
    const read = async () => {
      for await (const event of model.generate(request(5, 2000))) if (event.type === 'token') workers[0]?.terminate();
    };
    expect(await failure(read())).toMatchObject({ code: 'worker-died' });
    expect(await reply(model, request(5, 4))).toHaveLength(4);
    expect(fallbacks.map((report) => report.engine)).toEqual([engine]);
    expect(workers).toHaveLength(2);
  });
});

describe('wrong model files', () => {
  it('a wrong byte from the server: the file is named, nothing bad stays', async () => {
    const { service } = setUp(['wrong-byte']);
    expect(await failure(service.load('transformers'))).toMatchObject({
      code: 'artifact-corrupt',
      details: { file: expect.stringMatching(/\.(onnx|bin)$/), expected: expect.any(String), got: expect.any(String) },
    });
    const kept = await (await caches.open('winnow-artifacts')).keys();
    const after = setUp();
    expect((await after.service.load('transformers')).report.engine).toBe('transformers');
    expect((await (await caches.open('winnow-artifacts')).keys()).length).toBeGreaterThan(kept.length);
  });

  it('a wrong byte in the cache: that file alone is fetched again', async () => {
    const { service } = setUp();
    await service.load('transformers');
    const cache = await caches.open('winnow-artifacts');
    for (const key of await cache.keys()) {
      const bytes = new Uint8Array((await (await cache.match(key))?.arrayBuffer()) ?? new ArrayBuffer(0));
      bytes[7] = (bytes[7] ?? 0) ^ 1;
      await cache.put(key, new Response(bytes));
    }
    const { model } = await service.load('transformers');
    expect(await reply(model, request(5, 4))).toHaveLength(4);
  });
});

it.each(['transformers', 'web-llm'] as const)('the full-size model answers its self-test: %s', async (engine) => {
  const { service } = setUp([], 'smollm2-135m-instruct-q4');
  const { report, model } = await service.load(engine);
  expect(report.engine).toBe(engine);
  expect(await reply(model, request(5, 2))).toHaveLength(2);
});
