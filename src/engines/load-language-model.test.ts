import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../core/domain/catalog.ts';
import { Cancelled, isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { ArtifactSource } from '../core/domain/ports.ts';
import type { EngineChoice, LoadProgress } from '../core/domain/services.ts';
import type { TokenModel, WeightSet } from '../core/domain/token-model.ts';
import type { LoadOptions } from './load-language-model.ts';
import { loadLanguageModel } from './load-language-model.ts';
import { planEngines } from './plan-engines.ts';
import { createScriptedTokenModel } from './scripted-token-model.ts';
import { runSelfTest } from './self-test.ts';
import { selfTestAnswers } from './self-test-answers.ts';
import type { WebGpuProbe } from './webgpu-probe.ts';
import { shortfallOf } from './webgpu-probe.ts';

const adapter = { vendor: 'acme', architecture: 'a1', isSoftware: false, hasF16: true };
const hardware: WebGpuProbe = { adapter, obstacle: null };
const software: WebGpuProbe = { adapter: { ...adapter, isSoftware: true }, obstacle: null };
const none: WebGpuProbe = { adapter: null, obstacle: 'This browser offers no WebGPU.' };

const empty = { promptIds: [], replyIds: [] };
const answers = selfTestAnswers['tiny-test'] ?? { base: empty, ranker: empty };
const answer = answers.base;
const disposed: string[] = [];

/** Answers the base's self-test with the given ids, the ranker's right; takes 1 ms of the test's clock per id. */
function tokenModel(engine: 'web-llm' | 'transformers', reply: readonly number[], clock = { ms: 0 }): TokenModel {
  let weightSet: WeightSet = 'base';
  const scripted = createScriptedTokenModel({
    vocabularySize: 49_152,
    contextTokens: 256,
    chunkTokens: 32,
    replyStart: answer.promptIds.slice(-3),
    endTokenId: 2,
    reply: () => (weightSet === 'base' ? reply : answers.ranker.replyIds),
    beforeForward: (ids) => {
      clock.ms += ids.length;
    },
  });
  return {
    ...scripted,
    engine,
    variant: `${engine} variant`,
    reset: async (weights) => {
      weightSet = weights;
      await scripted.reset(weights);
    },
    dispose: async () => void disposed.push(engine),
  };
}

const catalog: Catalog = {
  version: 1,
  models: [
    {
      id: 'tiny-test',
      role: 'language-model',
      title: '',
      files: [{ name: 'tokenizer.json', bytes: 1, sha256: 'a'.repeat(64) }],
      quantisation: '',
      contextTokens: 256,
      promptVersion: null,
      licence: '',
      source: '',
    },
  ],
};
// The real tokenizer, less its vocabulary: no text is encoded here, and building it whole takes half a second a time.
const tokenizerJson = JSON.parse(
  readFileSync(new URL('../../models/tiny-test/tokenizer.json', import.meta.url), 'utf8'),
);
tokenizerJson.model.vocab = { a: 100 };
tokenizerJson.model.merges = [];
const tokenizerFile = new TextEncoder().encode(JSON.stringify(tokenizerJson));
const artifacts: ArtifactSource = {
  read: async (_model, _file, options) => {
    options?.onProgress?.(1, 2);
    options?.onProgress?.(2, 2);
    return tokenizerFile;
  },
};

function load(changes: Partial<LoadOptions> = {}) {
  return loadLanguageModel({
    choice: 'auto',
    modelId: 'tiny-test',
    catalog,
    artifacts,
    loaders: {
      'web-llm': async () => tokenModel('web-llm', answer.replyIds),
      transformers: async () => tokenModel('transformers', answer.replyIds),
    },
    probe: async () => hardware,
    threads: 2,
    earlier: [],
    excluded: new Set(),
    compileConstraint: () => ({ allowedNext: () => [2] }),
    now: () => 0,
    onTry: () => undefined,
    onProgress: () => undefined,
    ...changes,
  });
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('which engine', () => {
  it.each<[string, EngineChoice, WebGpuProbe, string, string]>([
    ['hardware GPU', 'auto', hardware, 'web-llm', 'faster'],
    ['software GPU', 'auto', software, 'transformers', 'software'],
    ['no GPU', 'auto', none, 'transformers', 'no WebGPU'],
    ['WASM asked for', 'transformers', hardware, 'transformers', 'asked for'],
    ['GPU asked for on a software adapter', 'web-llm', software, 'web-llm', 'asked for'],
  ])('%s', async (_name, choice, probe, engine, reason) => {
    const { report, model } = await load({ choice, probe: async () => probe });
    expect(report.engine).toBe(engine);
    expect(model.info().engine).toBe(engine);
    expect(report.attempts.map(({ outcome }) => outcome)).toEqual(['chosen', 'skipped']);
    expect(report.attempts[1]?.reason).toContain(reason);
    expect(report.adapter).toEqual(probe.adapter);
    expect(report.threads).toBe(engine === 'transformers' ? 2 : 1);
  });

  it('a GPU asked for where there is none fails with the reason', async () => {
    const error = await failure(load({ choice: 'web-llm', probe: async () => none }));
    expect(error).toMatchObject({ code: 'engine-unavailable', message: expect.stringContaining('offers no WebGPU') });
  });

  it('one that failed before is left out, and the report remembers', async () => {
    const earlier = [{ engine: 'web-llm', outcome: 'failed', reason: 'The device was lost.' }] as const;
    const { report } = await load({ earlier, excluded: new Set(['web-llm']) });
    expect(report.attempts).toEqual([
      ...earlier,
      expect.objectContaining({ engine: 'transformers', outcome: 'chosen' }),
    ]);
  });

  it('a small GPU is an obstacle that names the limit', () => {
    const limits = {
      maxBufferSize: 2 ** 31,
      maxStorageBufferBindingSize: 2 ** 31,
      maxComputeWorkgroupStorageSize: 16384,
      maxStorageBuffersPerShaderStage: 10,
    };
    const obstacle = shortfallOf(limits);
    expect(obstacle).toContain('maxComputeWorkgroupStorageSize is 16384');
    expect(planEngines('auto', { adapter, obstacle }).tries).toEqual(['transformers']);
    expect(shortfallOf({ ...limits, maxComputeWorkgroupStorageSize: 32768 })).toBeNull();
  });
});

describe('a failing engine', () => {
  it('at load: the next one is taken, with the reason', async () => {
    const { report } = await load({
      loaders: {
        'web-llm': async () => {
          throw new WinnowError('engine-failed', 'A shader did not compile.');
        },
        transformers: async () => tokenModel('transformers', answer.replyIds),
      },
    });
    expect(report.engine).toBe('transformers');
    expect(report.attempts[0]).toEqual({ engine: 'web-llm', outcome: 'failed', reason: 'A shader did not compile.' });
  });

  it('with wrong numbers: found by the self-test and disposed of', async () => {
    disposed.length = 0;
    const wrong = [...answer.replyIds.slice(0, 3), 5, ...answer.replyIds.slice(4)];
    const { report } = await load({
      loaders: {
        'web-llm': async () => tokenModel('web-llm', wrong),
        transformers: async () => tokenModel('transformers', answer.replyIds),
      },
    });
    expect(report.attempts[0]).toMatchObject({
      engine: 'web-llm',
      outcome: 'failed',
      reason: expect.stringContaining('wrong numbers'),
    });
    expect(disposed).toEqual(['web-llm']);
  });

  it('every engine: engine-unavailable with what each said', async () => {
    const fail = (text: string) => async () => {
      throw new WinnowError('engine-failed', text);
    };
    const error = await failure(load({ loaders: { 'web-llm': fail('One.'), transformers: fail('Two.') } }));
    expect(error).toMatchObject({
      code: 'engine-unavailable',
      message: expect.stringMatching(/web-llm: One\. .*transformers: Two\./),
    });
  });

  it('for want of a file: the file is what the error is about', async () => {
    const fail = async () => {
      throw new WinnowError('artifact-corrupt', 'Wrong twice.', { file: 'decoder.onnx' });
    };
    const error = await failure(load({ loaders: { 'web-llm': fail, transformers: fail } }));
    expect(error).toMatchObject({ code: 'artifact-corrupt', details: { file: 'decoder.onnx' } });
  });

  it('cancelled: no other engine is tried', async () => {
    const tried: string[] = [];
    const error = failure(
      load({
        onTry: (engine) => tried.push(engine),
        loaders: {
          'web-llm': async () => {
            throw new Cancelled();
          },
          transformers: async () => tokenModel('transformers', answer.replyIds),
        },
      }),
    );
    expect(isCancelled(await error)).toBe(true);
    expect(tried).toEqual(['web-llm']);
  });
});

describe('the self-test', () => {
  it('measures prefill and decode apart, without the first run', async () => {
    const clock = { ms: 0 };
    const speed = await runSelfTest(tokenModel('transformers', answer.replyIds, clock), answers, {
      now: () => clock.ms,
    });
    expect(speed.prefillTokensPerSecond).toBeCloseTo(1000);
    expect(speed.decodeTokensPerSecond).toBeCloseTo(1000);
  });

  it('does not take NaN for an answer', async () => {
    const model = {
      ...tokenModel('web-llm', answer.replyIds),
      forward: async () => new Float32Array(49_152).fill(Number.NaN),
    };
    expect(await failure(runSelfTest(model, answers, { now: () => 0 }))).toMatchObject({
      code: 'engine-self-test-failed',
    });
  });

  it('finds an engine that leaves out the updates of the ranker', async () => {
    const model = tokenModel('web-llm', answer.replyIds);
    const deaf = { ...model, reset: () => model.reset('base') };
    expect(await failure(runSelfTest(deaf, answers, { now: () => 0 }))).toMatchObject({
      code: 'engine-self-test-failed',
    });
  });

  it('leaves the model empty', async () => {
    const model = tokenModel('transformers', answer.replyIds);
    await runSelfTest(model, answers, { now: () => 0 });
    // The context has 256 tokens: two more of 76 + 8 would not fit on top of a third.
    for (let n = 0; n < 3; n++) await runSelfTest(model, answers, { now: () => 0 });
  });
});

it('tells what it is doing, file by file', async () => {
  const progress: LoadProgress[] = [];
  await load({ onProgress: (next) => progress.push(next) });
  expect(progress.map(({ stage, file }) => [stage, file])).toEqual([
    ['probing', ''],
    ['fetching', 'tokenizer.json'],
    ['verifying', 'tokenizer.json'],
    ['preparing', ''],
    ['self-test', ''],
  ]);
});
