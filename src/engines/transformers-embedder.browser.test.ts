// The int8 embedder against the float32 model on PyTorch: models/recipe/winnow_recipe/embedder_parity.py.

import { afterAll, beforeAll, expect, it } from 'vitest';
import cases from '../../models/all-minilm-l6-v2-int8/parity.json' with { type: 'json' };
import catalogFile from '../../models/catalog.json' with { type: 'json' };
import type { Catalog } from '../core/domain/catalog.ts';
import { createArtifactSource } from './artifact-source.ts';
import { loadTransformersEmbedder } from './transformers-embedder.ts';

const dimension = 384;
const texts = cases.map(({ text }) => text);
let embedder: Awaited<ReturnType<typeof loadTransformersEmbedder>>;

beforeAll(async () => {
  // SAFETY: the recipe writes the catalog in this shape.
  const catalog = catalogFile as Catalog;
  const model = catalog.models.find(({ role }) => role === 'embedder');
  if (!model) throw new Error('the catalog has no embedder');
  const artifacts = createArtifactSource({ catalog, baseUrl: new URL('/models/', location.href).href });
  embedder = await loadTransformersEmbedder({ model, artifacts, threads: 1 });
});

afterAll(() => embedder.dispose());

const dot = (left: ArrayLike<number>, right: ArrayLike<number>) =>
  Array.from(left).reduce((sum, value, index) => sum + value * (right[index] ?? Number.NaN), 0);

it('gives unit vectors close to those of the float32 model', async ({ annotate }) => {
  const { vectors } = await embedder.embed(texts);
  const rows = texts.map((_, index) => vectors.subarray(index * dimension, (index + 1) * dimension));
  for (const row of rows) expect(dot(row, row)).toBeCloseTo(1, 5);
  const cosines = rows.map((row, index) => dot(row, cases[index]?.vector ?? []));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  await annotate(`cosine with the float32 vectors: least ${Math.min(...cosines).toFixed(4)}, mean ${mean.toFixed(4)}`);
  expect(Math.min(...cosines)).toBeGreaterThan(0.99);
});

it('says which texts were cut', async () => {
  const { truncated } = await embedder.embed(texts);
  expect([...truncated]).toEqual(cases.map((_, index) => (index === cases.length - 1 ? 1 : 0)));
});

it('gives a text the same vector alone and among others', async () => {
  const together = await embedder.embed(texts);
  for (const index of [0, 4, texts.length - 1]) {
    const alone = await embedder.embed([texts[index] ?? '']);
    expect(alone.vectors).toEqual(together.vectors.slice(index * dimension, (index + 1) * dimension));
  }
  expect((await embedder.embed([])).vectors).toHaveLength(0);
});

it('stops between texts when cancelled', async () => {
  const controller = new AbortController();
  const embedding = embedder.embed(texts, controller.signal);
  controller.abort();
  await expect(embedding).rejects.toMatchObject({ name: 'AbortError' });
});
