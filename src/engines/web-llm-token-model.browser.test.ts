// The WebGPU engine against transformers on PyTorch with the same weights: models/recipe/winnow_recipe/parity.py.
// The browser of the tests has a software adapter, so the GPU schedules run here for correctness, on the test model.

import { expect, it } from 'vitest';
import catalogFile from '../../models/catalog.json' with { type: 'json' };
import parity from '../../models/smollm2-135m-instruct-q4/parity.json' with { type: 'json' };
import tinyParity from '../../models/tiny-test/parity.json' with { type: 'json' };
import type { Catalog } from '../core/domain/catalog.ts';
import type { TokenModel, WeightSet } from '../core/domain/token-model.ts';
import { createArtifactSource } from './artifact-source.ts';
import { createWebLlmTokenModel } from './web-llm-token-model.ts';
import type { WebGpuProbe } from './webgpu-probe.ts';
import { probeWebGpu } from './webgpu-probe.ts';

/** Largest difference of any compared logit; they spread over about 40. Measured: 1.4e-4. */
const toleratedDifference = 2e-3;
const smolLm = 'smollm2-135m-instruct-q4';

type ParityPrompt = (typeof parity.prompts)[number];

function weightSetOf({ weights }: ParityPrompt): WeightSet {
  if (weights !== 'base' && weights !== 'ranker') throw new Error(`unknown weights ${weights}`);
  return weights;
}

// SAFETY: the recipe writes the catalog in this shape.
const catalog = catalogFile as Catalog;

/** What a graphics card without half precision would answer. */
const plainGpu: WebGpuProbe = {
  adapter: { vendor: 'test', architecture: '', isSoftware: false, hasF16: false },
  obstacle: null,
};

async function load(modelId: string, probe: WebGpuProbe): Promise<TokenModel> {
  const model = catalog.models.find(({ id }) => id === modelId);
  if (!model) throw new Error(`no ${modelId} in the catalog`);
  const artifacts = createArtifactSource({ catalog, baseUrl: new URL('/models/', location.href).href });
  return createWebLlmTokenModel({ model, artifacts, probe, threads: 1, signal: undefined });
}

async function read(model: TokenModel, ids: readonly number[]): Promise<Float32Array> {
  let logits: Float32Array = new Float32Array(0);
  for (let done = 0; done < ids.length; done += model.chunkTokens) {
    logits = await model.forward(Int32Array.from(ids.slice(done, done + model.chunkTokens)));
  }
  return logits;
}

function largest(logits: Float32Array): number {
  let best = 0;
  for (let id = 1; id < logits.length; id++) if ((logits[id] ?? 0) > (logits[best] ?? 0)) best = id;
  return best;
}

/** Largest difference over the compared logits, and as many greedy tokens as the reference has. */
async function run(model: TokenModel, prompt: ParityPrompt, greedyCount: number) {
  await model.reset(weightSetOf(prompt));
  let logits = await read(model, prompt.ids);
  expect(logits).toHaveLength(model.vocabularySize);
  const differences = [...prompt.top, ...prompt.sample].map(([id = -1, value = Number.NaN]) =>
    Math.abs((logits[id] ?? Number.NaN) - value),
  );
  const greedy: number[] = [];
  while (greedy.length < greedyCount) {
    const id = largest(logits);
    greedy.push(id);
    if (greedy.length < greedyCount) logits = await model.forward(Int32Array.of(id));
  }
  return { difference: Math.max(...differences), greedy };
}

it.for([
  { name: 'software schedule', modelId: 'tiny-test', prompts: tinyParity.prompts, probe: probeWebGpu, greedyCount: 16 },
  { name: 'GPU schedule', modelId: 'tiny-test', prompts: tinyParity.prompts, probe: () => plainGpu, greedyCount: 4 },
  { name: 'software schedule', modelId: smolLm, prompts: parity.shortPrompts, probe: probeWebGpu, greedyCount: 16 },
])('gives the logits and greedy tokens of the reference: $modelId, $name', async (setting, { annotate }) => {
  const model = await load(setting.modelId, await setting.probe());
  let difference = 0;
  for (const prompt of setting.prompts) {
    const result = await run(model, prompt, setting.greedyCount);
    difference = Math.max(difference, result.difference);
    expect.soft(result.difference, `${prompt.ids.length} tokens`).toBeLessThan(toleratedDifference);
    expect.soft(result.greedy).toEqual(prompt.greedy.slice(0, setting.greedyCount));
  }
  await annotate(`${setting.modelId}, ${model.variant}: largest difference ${difference.toExponential(1)}`);
  await model.dispose();
});

it('reads a sequence in any chunks with the same result, and starts anew after a reset', async () => {
  const model = await load('tiny-test', await probeWebGpu());
  const ids = tinyParity.prompts.at(-1)?.ids ?? [];
  expect(ids.length).toBeGreaterThan(100);
  const whole = (await read(model, ids)).slice();
  await model.reset('base');
  let logits: Float32Array = new Float32Array(0);
  for (let done = 0, size = 1; done < ids.length; done += size, size = Math.min(model.chunkTokens, size + 6)) {
    logits = await model.forward(Int32Array.from(ids.slice(done, done + size)));
  }
  const difference = Math.max(...whole.map((value, id) => Math.abs(value - (logits[id] ?? Number.NaN))));
  expect(difference).toBeLessThan(toleratedDifference);
  await model.dispose();
  await expect(model.forward(Int32Array.of(1))).rejects.toMatchObject({ code: 'internal' });
});

it('refuses what does not fit, and goes on afterwards', async () => {
  const model = await load('tiny-test', await probeWebGpu());
  await expect(model.forward(new Int32Array(0))).rejects.toMatchObject({ code: 'internal' });
  await expect(model.forward(new Int32Array(model.chunkTokens + 1))).rejects.toMatchObject({ code: 'internal' });
  await expect(model.forward(Int32Array.of(model.vocabularySize))).rejects.toMatchObject({ code: 'internal' });
  const chunk = new Int32Array(model.chunkTokens).fill(100);
  for (let used = 0; used < model.contextTokens; used += model.chunkTokens) await model.forward(chunk);
  await expect(model.forward(Int32Array.of(100))).rejects.toMatchObject({
    code: 'context-overflow',
    details: { usedTokens: model.contextTokens },
  });
  await model.reset('base');
  expect(await model.forward(chunk)).toHaveLength(model.vocabularySize);
  await model.dispose();
});

it('neither fetches nor keeps anything itself', async () => {
  const model = catalog.models.find(({ id }) => id === 'tiny-test');
  if (!model) throw new Error('no tiny-test in the catalog');
  const source = createArtifactSource({ catalog, baseUrl: new URL('/models/', location.href).href, cache: null });
  const names: string[] = [];
  const before = performance.getEntriesByType('resource').length;
  const loaded = await createWebLlmTokenModel({
    model,
    artifacts: {
      read: (modelId, name, options) => {
        names.push(name);
        return source.read(modelId, name, options);
      },
    },
    probe: await probeWebGpu(),
    threads: 1,
    signal: undefined,
  });
  await loaded.forward(Int32Array.of(100));
  await loaded.dispose();
  expect(names).toContain('webgpu-software.wasm');
  const fetched = performance.getEntriesByType('resource').slice(before);
  // The code of the engine was loaded with this file, so whatever is new here are the files that were asked for.
  expect(fetched.map(({ name }) => new URL(name).pathname).toSorted()).toEqual(
    names.map((name) => `/models/tiny-test/${name}`).toSorted(),
  );
  expect((await caches.keys()).filter((name) => name.startsWith('webllm'))).toEqual([]);
});
