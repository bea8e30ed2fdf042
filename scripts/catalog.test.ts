import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../src/core/domain/catalog.ts';
import { testModels } from './test-models.ts';

const folder = resolve(import.meta.dirname, '../models');
const catalog: Catalog = JSON.parse(readFileSync(join(folder, 'catalog.json'), 'utf8'));

describe.each(catalog.models.map((model) => ({ id: model.id, model })))('catalog: $id', ({ model }) => {
  it.each(model.files)('$name has the stated size and hash', ({ name, bytes, sha256 }) => {
    const content = readFileSync(join(folder, model.id, name));
    expect(content.length).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  });

  it('says what it is, where it comes from and what it needs', () => {
    expect(['language-model', 'embedder', 'cross-encoder']).toContain(model.role);
    for (const text of [model.title, model.quantisation, model.licence, model.source]) expect(text).not.toBe('');
    expect(model.contextTokens).toBeGreaterThan(0);
    const names = model.files.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('tokenizer.json');
    if (model.role !== 'language-model') return;
    const cache = JSON.parse(readFileSync(join(folder, model.id, 'tensor-cache.json'), 'utf8'));
    const shards = cache.records.map(({ dataPath }: { dataPath: string }) => dataPath);
    expect(names).toEqual(expect.arrayContaining([...shards, 'decoder.onnx', 'mlc-chat-config.json']));
  });
});

it('ships at most 250 MB', () => {
  const shipped = catalog.models.filter(({ id }) => !testModels.includes(id)).flatMap(({ files }) => files);
  expect(shipped.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(250e6);
});
