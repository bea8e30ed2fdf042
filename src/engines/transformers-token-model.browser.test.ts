// The WASM engine against transformers on PyTorch with the same weights: models/recipe/winnow_recipe/parity.py.

import { expect, it } from 'vitest';
import catalogFile from '../../models/catalog.json' with { type: 'json' };
import parity from '../../models/smollm2-135m-instruct-q4/parity.json' with { type: 'json' };
import tinyParity from '../../models/tiny-test/parity.json' with { type: 'json' };
import type { Catalog } from '../core/domain/catalog.ts';
import type { TokenModel, WeightSet } from '../core/domain/token-model.ts';
import { createArtifactSource } from './artifact-source.ts';
import { createTransformersTokenModel } from './transformers-token-model.ts';

/** Largest difference of any compared logit, whose standard deviation is 2 to 8. Measured: 0.6e-4, tiny model 0.9e-4. */
const toleratedDifference = 1e-3;
/** A greedy token may differ only where the reference itself leads by less than twice the tolerance. */
const toleratedLead = 2 * toleratedDifference;

type ParityPrompt = (typeof parity.prompts)[number];

function weightSetOf({ weights }: ParityPrompt): WeightSet {
  if (weights !== 'base' && weights !== 'ranker') throw new Error(`unknown weights ${weights}`);
  return weights;
}

// SAFETY: the recipe writes the catalog in this shape.
const catalog = catalogFile as Catalog;

async function load(modelId: string): Promise<TokenModel> {
  const model = catalog.models.find(({ id }) => id === modelId);
  if (!model) throw new Error(`no ${modelId} in the catalog`);
  return createTransformersTokenModel({
    model,
    artifacts: createArtifactSource({ catalog, baseUrl: new URL('/models/', location.href).href }),
    probe: { adapter: null, obstacle: 'not looked for' },
    threads: 2,
    signal: undefined,
  });
}

async function read(model: TokenModel, ids: readonly number[]): Promise<Float32Array> {
  let logits = new Float32Array(0);
  for (let done = 0; done < ids.length; done += model.chunkTokens) {
    logits = (await model.forward(Int32Array.from(ids.slice(done, done + model.chunkTokens)))).slice();
  }
  return logits;
}

function largest(logits: Float32Array): number {
  let best = 0;
  for (let id = 1; id < logits.length; id++) if ((logits[id] ?? 0) > (logits[best] ?? 0)) best = id;
  return best;
}

/** Largest difference over the compared logits, and the place of the first greedy token that differs (-1: none). */
async function compare(model: TokenModel, prompt: ParityPrompt) {
  await model.reset(weightSetOf(prompt));
  let logits = await read(model, prompt.ids);
  expect(logits).toHaveLength(model.vocabularySize);
  const differences = [...prompt.top, ...prompt.sample].map(([id = -1, value = Number.NaN]) =>
    Math.abs((logits[id] ?? Number.NaN) - value),
  );
  const isSameBest = largest(logits) === prompt.top[0]?.[0];
  for (const [step, expected] of prompt.greedy.entries()) {
    if (largest(logits) !== expected) return { difference: Math.max(...differences), isSameBest, differsAt: step };
    logits = await model.forward(Int32Array.of(expected));
  }
  return { difference: Math.max(...differences), isSameBest, differsAt: -1 };
}

it.for([
  { modelId: 'tiny-test', prompts: [...tinyParity.prompts, ...tinyParity.shortPrompts] },
  { modelId: 'smollm2-135m-instruct-q4', prompts: [...parity.prompts, ...parity.shortPrompts] },
])(
  'gives the logits and greedy tokens of the reference: $modelId',
  // A minute or two on two free cores; busy ones have taken eight.
  { timeout: 1_800_000 },
  async ({ modelId, prompts }, { annotate }) => {
    const model = await load(modelId);
    const found = [];
    for (const prompt of prompts) {
      const result = await compare(model, prompt);
      found.push(result);
      expect.soft(result.difference, `${prompt.ids.length} tokens`).toBeLessThan(toleratedDifference);
      const lead = prompt.greedyLeads[result.differsAt];
      if (lead !== undefined) expect.soft(lead, `token ${result.differsAt} differs`).toBeLessThan(toleratedLead);
    }
    await model.dispose();
    const sameBest = found.filter(({ isSameBest }) => isSameBest).length;
    const sameGreedy = found.filter(({ differsAt }) => differsAt === -1).length;
    const difference = Math.max(...found.map((result) => result.difference));
    await annotate(
      `${modelId}: largest difference ${difference.toExponential(1)}; of ${found.length} prompts ${sameBest} have the same ` +
        `best token and ${sameGreedy} the same ${prompts[0]?.greedy.length} greedy tokens`,
    );
    expect(sameBest).toBe(found.length);
  },
);

it('reads a sequence in any chunks with the same result, and starts anew after a reset', async () => {
  const model = await load('tiny-test');
  const ids = tinyParity.prompts.at(-1)?.ids ?? [];
  expect(ids.length).toBeGreaterThan(2 * 64);
  const whole = await read(model, ids);
  await model.reset('base');
  let done = 0;
  let logits: Float32Array = new Float32Array(0);
  for (const size of [1, 63, 64, 2, ids.length - 130]) {
    logits = await model.forward(Int32Array.from(ids.slice(done, done + size)));
    done += size;
  }
  expect(done).toBe(ids.length);
  const difference = Math.max(...whole.map((value, id) => Math.abs(value - (logits[id] ?? Number.NaN))));
  expect(difference).toBeLessThan(toleratedDifference);
  await model.dispose();
  await expect(model.forward(Int32Array.of(1))).rejects.toMatchObject({ code: 'internal' });
});

it('refuses what does not fit, and goes on afterwards', async () => {
  const model = await load('tiny-test');
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
