import { afterEach, describe, expect, it, vi } from 'vitest';
import { isCancelled, WinnowError } from '../../src/core/domain/errors.ts';
import type { GenerateEvent, GenerateRequest, LanguageModel } from '../../src/core/domain/language-model.ts';
import type { EngineReport } from '../../src/core/domain/services.ts';
import type { EngineName } from '../../src/core/domain/token-model.ts';
import { createScriptedLanguageModel } from '../../src/engines/scripted-language-model.ts';
import { loopbackWorker } from '../wall/loopback-worker.ts';
import { serveWall } from '../wall/serve-wall.ts';
import { createModelService } from './client.ts';
import type { LanguageModelProtocol, LoadRequest } from './protocol.ts';
import { languageModelProtocolVersion } from './protocol.ts';

/** What the worker of a test does: it loads the first engine that is not excluded, as the real one does. */
type Script = {
  /** Awaited before each step of the model; throws or hangs to play a fault. `death` cuts the line. */
  beforeForward?: (engine: EngineName, death: () => void) => Promise<void> | void;
  duringLoad?: (engine: EngineName, death: () => void) => Promise<void> | void;
  order?: readonly EngineName[];
};

const services: { unload: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.unload();
});

function setUp(script: Script = {}, limits: { eventLimitMs?: number; cancelLimitMs?: number } = {}) {
  const requests: LoadRequest[] = [];
  const fallbacks: EngineReport[] = [];
  const order = script.order ?? ['web-llm', 'transformers'];
  const service = createModelService({
    modelId: 'tiny',
    modelsUrl: 'http://localhost/models/',
    silenceLimitMs: 120,
    ...limits,
    start: () => {
      let model: LanguageModel | null = null;
      const worker = loopbackWorker((endpoint) => {
        const wall = serveWall<LanguageModelProtocol>({
          protocolVersion: languageModelProtocolVersion,
          endpoint,
          calls: {
            load: async (_job, request) => {
              requests.push(request);
              const engine = (request.choice === 'auto' ? order : [request.choice]).find(
                (name) => !request.excluded.includes(name),
              );
              if (!engine) throw new WinnowError('engine-unavailable', 'No engine is left.');
              wall.notify({ trying: engine });
              await script.duringLoad?.(engine, worker.terminate);
              const scripted = createScriptedLanguageModel({
                compileConstraint: () => ({ allowedNext: () => [0] }),
                now: () => performance.now(),
                chunkTokens: 8,
                reply: () => 'one two three',
                beforeForward: () => script.beforeForward?.(engine, worker.terminate),
              });
              model = scripted;
              const info = { ...scripted.info(), engine };
              const report: EngineReport = {
                engine,
                variant: 'test',
                attempts: [...request.earlier, { engine, outcome: 'chosen', reason: '' }],
                adapter: null,
                threads: 1,
                loadMs: 1,
                prefillTokensPerSecond: 1,
                decodeTokensPerSecond: 1,
              };
              return { info, report };
            },
            countTokens: (_job, prompts) => model?.countTokens(prompts) ?? [],
          },
          streams: {
            generate: (job, request) => {
              if (!model) throw new WinnowError('engine-unavailable', 'Not loaded.');
              return model.generate(request, job.signal);
            },
          },
        });
      });
      return worker;
    },
  });
  service.onFallback((report) => fallbacks.push(report));
  services.push(service);
  return { service, requests, fallbacks };
}

const request: GenerateRequest = {
  prompt: [
    { kind: 'question', text: 'A question of more than one chunk.' },
    { kind: 'control', token: '<|im_start|>' },
    { kind: 'template', text: 'assistant\n' },
  ],
  weights: 'base',
  maxTokens: 40,
  constraint: null,
  stop: [],
  scores: false,
};

async function reply(model: LanguageModel, signal?: AbortSignal): Promise<string> {
  let text = '';
  for await (const event of model.generate(request, signal)) if (event.type === 'token') text += event.text;
  return text;
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
/** Does it the first `count` times only. */
function times(count: number, act: () => void | Promise<void>) {
  let done = 0;
  return () => (done++ < count ? act() : undefined);
}

describe('a sound engine', () => {
  it('loads, says which it is, counts and replies', async () => {
    const { service, requests } = setUp();
    const { model, report } = await service.load('auto');
    expect(report.engine).toBe('web-llm');
    expect(model.info().engine).toBe('web-llm');
    expect(await model.countTokens([request.prompt])).toHaveLength(1);
    expect(await reply(model)).toBe('one two three');
    expect(requests).toHaveLength(1);
  });

  it('loads what is asked for, each in a worker of its own', async () => {
    const { service, requests } = setUp();
    await service.load('web-llm');
    const { report } = await service.load('transformers');
    expect(report.engine).toBe('transformers');
    expect(requests.map(({ choice }) => choice)).toEqual(['web-llm', 'transformers']);
  });

  it('says so when nothing is loaded any more', async () => {
    const { service } = setUp();
    const { model } = await service.load('auto');
    await service.unload();
    expect(await failure(reply(model))).toMatchObject({ code: 'engine-unavailable' });
  });
});

describe('a lost engine', () => {
  const deviceLost = () => {
    throw new WinnowError('device-lost', 'The GPU went away.');
  };

  it('during prefill: the reply starts again on the other engine, and the page is told', async () => {
    const { service, fallbacks } = setUp({ beforeForward: times(1, deviceLost) });
    const { model } = await service.load('auto');
    expect(await reply(model)).toBe('one two three');
    expect(fallbacks.map(({ engine }) => engine)).toEqual(['transformers']);
    expect(fallbacks[0]?.attempts[0]).toMatchObject({
      engine: 'web-llm',
      outcome: 'failed',
      reason: 'The GPU went away.',
    });
    expect(model.info().engine).toBe('transformers');
  });

  it('after the first token: the error, and the next reply comes from the other engine', async () => {
    let steps = 0;
    const { service, fallbacks } = setUp({
      beforeForward: (engine) => void (engine === 'web-llm' && ++steps > 9 && deviceLost()),
    });
    const { model } = await service.load('auto');
    let text = '';
    const read = async () => {
      for await (const event of model.generate(request)) if (event.type === 'token') text += event.text;
    };
    expect(await failure(read())).toMatchObject({ code: 'device-lost' });
    expect('one two three'.startsWith(text) && text.length > 0).toBe(true);
    expect(await reply(model)).toBe('one two three');
    expect(fallbacks.map(({ engine }) => engine)).toEqual(['transformers']);
  });

  it('a worker that dies without a word: noticed, replaced, the reply started again', async () => {
    let deaths = 0;
    const { service, fallbacks } = setUp({
      beforeForward: async (engine, death) => {
        if (engine !== 'web-llm' || deaths++ > 0) return;
        death();
        await new Promise(() => undefined);
      },
    });
    const { model } = await service.load('auto');
    expect(await reply(model)).toBe('one two three');
    expect(fallbacks[0]?.attempts[0]).toMatchObject({ engine: 'web-llm', outcome: 'failed' });
  });

  it('an engine that hangs: time-limit, then the other one', async () => {
    const { service, fallbacks } = setUp(
      { beforeForward: (engine) => (engine === 'web-llm' ? new Promise<void>(() => undefined) : undefined) },
      { eventLimitMs: 60 },
    );
    const { model } = await service.load('auto');
    expect(await reply(model)).toBe('one two three');
    expect(fallbacks[0]?.attempts[0]?.reason).toContain('60 ms');
  });

  it('the WASM engine is loaded again on itself, but not for ever', async () => {
    const { service, requests } = setUp({ order: ['transformers'], beforeForward: deviceLost });
    const { model } = await service.load('auto');
    const errors: unknown[] = [];
    for (let n = 0; n < 4; n++) errors.push(await failure(reply(model)));
    expect(errors.at(-1)).toMatchObject({ code: 'engine-unavailable' });
    expect(requests.length).toBeLessThanOrEqual(5);
  });

  it('a forced engine is loaded again, never swapped', async () => {
    const { service, fallbacks } = setUp({ beforeForward: times(1, deviceLost) });
    const { model } = await service.load('web-llm');
    expect(await reply(model)).toBe('one two three');
    expect(fallbacks.map(({ engine }) => engine)).toEqual(['web-llm']);
  });

  it('one that takes the worker down while loading is passed over', async () => {
    const { service } = setUp({
      duringLoad: async (engine, death) => {
        if (engine !== 'web-llm') return;
        death();
        await new Promise(() => undefined);
      },
    });
    const { report } = await service.load('auto');
    expect(report.engine).toBe('transformers');
    expect(report.attempts[0]).toMatchObject({ engine: 'web-llm', outcome: 'failed' });
  });

  it('none left: the load fails with engine-unavailable', async () => {
    const { service } = setUp({
      duringLoad: async (_engine, death) => {
        death();
        await new Promise(() => undefined);
      },
    });
    expect(await failure(service.load('auto'))).toMatchObject({ code: 'engine-unavailable' });
  });
});

describe('cancel', () => {
  it('during prefill and during decode frees the engine', async () => {
    const { service, requests } = setUp();
    const { model } = await service.load('auto');
    for (const type of ['prefill', 'token'] satisfies GenerateEvent['type'][]) {
      const abort = new AbortController();
      const read = async () => {
        for await (const event of model.generate(request, abort.signal)) if (event.type === type) abort.abort();
      };
      expect(isCancelled(await failure(read()))).toBe(true);
      expect(await reply(model)).toBe('one two three');
    }
    expect(requests).toHaveLength(1);
  });

  it('leaving the stream early frees the engine', async () => {
    const { service } = setUp();
    const { model } = await service.load('auto');
    for await (const event of model.generate(request)) if (event.type === 'token') break;
    expect(await reply(model)).toBe('one two three');
  });

  it('of work that will not stop ends the worker; the same engine is loaded again without blame', async () => {
    let calls = 0;
    const { service, fallbacks, requests } = setUp(
      { beforeForward: () => (calls++ === 0 ? new Promise<void>(() => undefined) : undefined) },
      { cancelLimitMs: 30 },
    );
    const { model } = await service.load('auto');
    const abort = new AbortController();
    const error = failure(reply(model, abort.signal));
    await vi.waitFor(() => expect(calls).toBe(1));
    abort.abort();
    expect(isCancelled(await error)).toBe(true);
    await vi.waitFor(() => expect(fallbacks).toHaveLength(1));
    expect(fallbacks[0]?.attempts).toHaveLength(1);
    expect(await reply(model)).toBe('one two three');
    expect(requests[1]?.excluded).toEqual([]);
  });

  it('of a load ends it, and the next load works', async () => {
    let isStuck = true;
    const { service } = setUp({ duringLoad: () => (isStuck ? new Promise<void>(() => undefined) : undefined) });
    const abort = new AbortController();
    const error = failure(service.load('auto', { signal: abort.signal }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    abort.abort();
    expect(isCancelled(await error)).toBe(true);
    isStuck = false;
    expect((await service.load('auto')).report.engine).toBe('web-llm');
  });

  it('a second load makes the first one lose', async () => {
    const { service } = setUp();
    const first = failure(service.load('web-llm'));
    const second = await service.load('transformers');
    expect(isCancelled(await first)).toBe(true);
    expect(second.report.engine).toBe('transformers');
  });
});
