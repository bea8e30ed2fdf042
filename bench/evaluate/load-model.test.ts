import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSamples } from './listwise-sample.ts';
import { noCrossEncoder } from './load-cross-encoder.ts';
import { loadModel } from './load-model.ts';
import { selectSample } from './select-sample.ts';
import { parseStrategy } from './strategy-name.ts';

const { samples } = await readSamples(join(import.meta.dirname, 'fixtures/eval.jsonl.gz'));
const small = samples.filter(({ candidates }) => candidates.length <= 6).slice(0, 2);
const clock = { nowMs: () => 0, monotonicMs: () => performance.now() };

function select(strategy: string, model: Awaited<ReturnType<typeof loadModel>>['model']) {
  const ports = { model, crossEncoder: noCrossEncoder, clock, orderSeed: null };
  return Promise.all(small.map((sample) => selectSample(sample, parseStrategy(strategy), ports)));
}

describe('the app’s engine under Node', () => {
  it.each(['zero-shot-adaptive', 'permutation@2'])('runs %s with real, if random, weights', async (strategy) => {
    const { model, dispose } = await loadModel({ engine: 'transformers', modelId: 'tiny-test', threads: 1 });
    const records = await select(strategy, model);
    await dispose();
    expect(model.info()).toMatchObject({ engine: 'transformers', modelId: 'tiny-test' });
    for (const record of records) {
      expect(record.outcome).not.toBe('unreadable');
      expect(record.repairCount).toBe(0);
      expect(record.readTokens).toBeGreaterThan(record.poolTokens);
      expect(record.replies[0]).toMatch(strategy === 'permutation@2' ? /^(?:\[\d+\] ?){5,6}$/ : /^(?:\[\d+\] ?)+$/);
    }
  });

  it('counts tokens without weights, and refuses to generate', async () => {
    const { model, dispose } = await loadModel({ engine: 'none', modelId: 'tiny-test', threads: 1 });
    const [record] = await select('identity@2', model);
    expect(record?.keptTokens).toBeGreaterThan(0);
    await expect(select('zero-shot-adaptive', model)).rejects.toMatchObject({ code: 'engine-unavailable' });
    await dispose();
  });

  it('is not there for a model that the catalog lacks', async () => {
    await expect(loadModel({ engine: 'none', modelId: 'tiny', threads: 1 })).rejects.toMatchObject({
      code: 'artifact-unknown',
    });
  });
});
