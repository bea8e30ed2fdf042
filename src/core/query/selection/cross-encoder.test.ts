import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createScriptedLanguageModel } from '../../../engines/scripted-language-model.ts';
import { wordCrossEncoder } from '../../domain/cross-encoder-fixture.ts';
import { Cancelled } from '../../domain/errors.ts';
import type { Pool } from '../../domain/pool.ts';
import { makePool } from '../../domain/pool-fixture.ts';
import type { CrossEncoder } from '../../domain/ports.ts';
import { type CrossEncoderChoice, createCrossEncoderStrategy } from './cross-encoder.ts';
import { scorePool } from './score-pool.ts';

const question = 'alpha beta gamma delta';
/** Shares 1, 0.25, 0, 0.5, 0.5 and 0.75 of the question's words. */
const texts = [
  'Alpha, beta, gamma, delta.',
  'Alpha.',
  'Nothing.',
  'Alpha and beta.',
  'Beta and alpha.',
  'Alpha, beta, gamma.',
];

let ms = 0;
const clock = { nowMs: () => ms, monotonicMs: () => ms++ };
const model = createScriptedLanguageModel({
  reply: () => {
    throw new Error('a language model was asked');
  },
  compileConstraint: () => ({ allowedNext: () => [] }),
  now: () => 0,
});

async function run(choice: CrossEncoderChoice, pool: Pool, crossEncoder: CrossEncoder = wordCrossEncoder()) {
  const request = { question, pool, model, crossEncoder, clock, readingTimeMs: 10_000 };
  const step = await createCrossEncoderStrategy(choice).select(request).next();
  if (!step.done) throw new Error(`unexpected event ${step.value.type}`);
  return step.value;
}

const ids = (pool: Pool, positions: readonly number[]) => positions.map((at) => pool.candidates[at]?.passage.id);

describe('best k', () => {
  test('most probable first, equal ones as they were retrieved', async () => {
    const pool = makePool(texts);
    const selection = await run({ id: 'cross-encoder', k: 4 }, pool);
    expect(selection).toMatchObject({ outcome: 'selected', invocations: [], promptVersion: 'none' });
    expect(selection.kept).toEqual(ids(pool, [0, 5, 3, 4]));
    expect(selection.decisions.map(({ probability }) => probability)).toEqual([1, 0.25, 0, 0.5, 0.5, 0.75]);
    expect(selection.decisions.map(({ decision }) => decision.kind)).toEqual([
      'kept',
      'dropped',
      'dropped',
      'kept',
      'kept',
      'kept',
    ]);
    expect(selection.scoring).toMatchObject({ modelId: 'words', modelHash: 'words-1', scoredCount: 6 });
    expect(selection.scoring?.elapsedMs).toBeGreaterThan(0);
  });

  test('is never none, however improbable all are', async () => {
    const pool = makePool(['Nothing.', 'Nor here.']);
    expect((await run({ id: 'cross-encoder', k: 1 }, pool)).kept).toEqual(ids(pool, [0]));
  });
});

describe('threshold', () => {
  test('keeps what reaches it, best first; none where nothing does', async () => {
    const pool = makePool(texts);
    const choice = { id: 'cross-encoder-threshold', threshold: 0.5 } as const;
    expect((await run(choice, pool)).kept).toEqual(ids(pool, [0, 5, 3, 4]));
    const none = await run(choice, makePool(texts.slice(1, 3)));
    expect(none).toMatchObject({ outcome: 'none', kept: [] });
    expect(none.decisions.map(({ decision }) => decision.kind)).toEqual(['dropped', 'dropped']);
  });
});

test('an empty pool asks nobody', async () => {
  const crossEncoder = wordCrossEncoder();
  const selection = await run({ id: 'cross-encoder', k: 3 }, makePool([]), crossEncoder);
  expect(selection).toMatchObject({ outcome: 'none', decisions: [], scoring: { scoredCount: 0 } });
  expect(crossEncoder.seen).toEqual([]);
});

test('passages are scored with their titles, near-duplicates not at all', async () => {
  const pool = makePool(texts.slice(0, 3), { 1: 0 });
  const [first, ...others] = pool.candidates;
  if (!first) throw new Error('no candidate');
  const headed = { ...first, passage: { ...first.passage, headingPath: ['Rules', 'Rent'] } };
  const crossEncoder = wordCrossEncoder();
  const selection = await run(
    { id: 'cross-encoder', k: 3 },
    { ...pool, candidates: [headed, ...others] },
    crossEncoder,
  );
  expect(crossEncoder.seen).toEqual(['Rules > Rent: Alpha, beta, gamma, delta.', 'notes: Nothing.']);
  expect(selection.decisions[1]).toMatchObject({ decision: { kind: 'near-duplicate' }, probability: null });
});

test('a fault and a cancel are passed on', async () => {
  const pool = makePool(texts);
  const broken = { ...wordCrossEncoder(), score: () => Promise.reject(new Error('broken')) };
  await expect(run({ id: 'cross-encoder', k: 3 }, pool, broken)).rejects.toThrow('broken');
  const request = { question, pool, crossEncoder: wordCrossEncoder(), clock, signal: { aborted: true } };
  await expect(scorePool(request)).rejects.toBeInstanceOf(Cancelled);
});

const words = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'omega');
const pools = fc
  .array(fc.array(words, { maxLength: 5 }), { maxLength: 15 })
  .map((passages) => makePool(passages.map((passage) => `${passage.join(' ')}.`)));

test.prop([pools, fc.nat({ max: 16 }), fc.double({ min: 0, max: 1, noNaN: true })])(
  'keeps what sorting by hand keeps; the best of the rest is no better than the worst kept',
  async (pool, k, threshold) => {
    const scores = [
      ...(await wordCrossEncoder().score(
        question,
        pool.candidates.map(({ passage }) => passage.text),
      )),
    ];
    const best = await run({ id: 'cross-encoder', k }, pool);
    expect(best.kept.length).toBe(Math.min(k, scores.length));
    expect(best.decisions.map(({ probability }) => probability)).toEqual(scores);
    const scoreOf = new Map(best.decisions.map(({ passageId, probability }) => [passageId, probability ?? 0]));
    const kept = best.kept.map((id) => scoreOf.get(id) ?? 0);
    expect(kept).toEqual(scores.toSorted((a, b) => b - a).slice(0, k));
    const over = await run({ id: 'cross-encoder-threshold', threshold }, pool);
    expect(over.kept.length).toBe(scores.filter((score) => score >= threshold).length);
    expect(over.outcome).toBe(over.kept.length > 0 ? 'selected' : 'none');
  },
);

const shuffled = pools.chain((pool) => {
  const { length } = pool.candidates;
  return fc.tuple(fc.constant(pool), fc.shuffledSubarray([...pool.candidates], { minLength: length }));
});

test.prop([shuffled])('a scored pool is in one order, whatever order it came in', async ([pool, candidates]) => {
  const parts = { question, crossEncoder: wordCrossEncoder(), clock };
  const straight = await scorePool({ ...parts, pool });
  const mixed = await scorePool({ ...parts, pool: { ...pool, candidates } });
  expect(mixed.candidates).toEqual(straight.candidates);
});
