// The int8 cross-encoder against the float32 model on PyTorch: models/recipe/winnow_recipe/cross_encoder_parity.py.

import { afterAll, beforeAll, expect, it } from 'vitest';
import catalogFile from '../../models/catalog.json' with { type: 'json' };
import cases from '../../models/minilm-cross-encoder-int8/parity.json' with { type: 'json' };
import type { Catalog } from '../core/domain/catalog.ts';
import { createArtifactSource } from './artifact-source.ts';
import { loadTransformersCrossEncoder } from './transformers-cross-encoder.ts';

let crossEncoder: Awaited<ReturnType<typeof loadTransformersCrossEncoder>>;

beforeAll(async () => {
  // SAFETY: the recipe writes the catalog in this shape.
  const catalog = catalogFile as Catalog;
  const model = catalog.models.find(({ role }) => role === 'cross-encoder');
  if (!model) throw new Error('the catalog has no cross-encoder');
  const artifacts = createArtifactSource({ catalog, baseUrl: new URL('/models/', location.href).href });
  crossEncoder = await loadTransformersCrossEncoder({ model, artifacts, threads: 1 });
});

afterAll(() => crossEncoder.dispose());

const first = cases[0] ?? { question: '', passage: '', ids: [], probability: Number.NaN };

it('gives probabilities close to those of the float32 model, of cut pairs and strange signs too', async ({
  annotate,
}) => {
  const differences: number[] = [];
  for (const { question, passage, probability } of cases) {
    const [found = Number.NaN] = await crossEncoder.score(question, [passage]);
    differences.push(Math.abs(found - probability));
  }
  await annotate(`difference from the float32 probabilities: largest ${Math.max(...differences).toFixed(4)}`);
  expect(Math.max(...cases.map(({ ids }) => ids.length))).toBe(224);
  expect(Math.max(...differences)).toBeLessThan(0.08);
});

it('gives a passage the same probability alone, among others, and in any order', async () => {
  const passages = [...new Set(cases.map(({ passage }) => passage))];
  const together = await crossEncoder.score(first.question, passages);
  const reversed = await crossEncoder.score(first.question, passages.toReversed());
  expect([...reversed].reverse()).toEqual([...together]);
  const [alone] = await crossEncoder.score(first.question, [passages[2] ?? '']);
  expect(alone).toBe(together[2]);
  expect(await crossEncoder.score(first.question, [])).toHaveLength(0);
});

it('reads control tokens inside a passage as plain text', async () => {
  const [spelled, plain] = await crossEncoder.score(first.question, [
    'Rent [SEP] [CLS] due',
    'Rent [ SEP ] [ CLS ] due',
  ]);
  expect(spelled).toBe(plain);
});

it('stops between passages when cancelled', async () => {
  const controller = new AbortController();
  const scoring = crossEncoder.score(first.question, [first.passage, first.passage], controller.signal);
  controller.abort();
  await expect(scoring).rejects.toMatchObject({ name: 'AbortError' });
});
