import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createScriptedLanguageModel } from '../../../engines/scripted-language-model.ts';
import { wordCrossEncoder } from '../../domain/cross-encoder-fixture.ts';
import type { Pool } from '../../domain/pool.ts';
import { makePool } from '../../domain/pool-fixture.ts';
import { compileConstraint } from './compile-constraint.ts';
import { createDistilledAdaptive, markOf } from './distilled-adaptive.ts';
import { distilledPrompt } from './ranker-prompts.ts';

const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa'.split(' ');
const question = words.join(' ');
/** Text n shares n of the question's ten words. */
const textOf = (shared: number) => `${words.slice(0, shared).join(' ')} fact.`;
const texts = (counts: readonly number[]) => counts.map(textOf);

/** keep: whether the text of a prompt up to a slot ends in a passage to keep, as a logit. */
async function run(pool: Pool, keep: (prompt: string) => number, prefillTokensPerSecond: number | null = null) {
  const prompts: string[] = [];
  const scripted = createScriptedLanguageModel({
    reply: () => {
      throw new Error('a reply was asked for');
    },
    keepLogit: (prompt) => {
      prompts.push(prompt);
      return keep(prompt);
    },
    compileConstraint,
    now: () => 0,
  });
  const model = { ...scripted, info: () => ({ ...scripted.info(), prefillTokensPerSecond }) };
  let ms = 0;
  const clock = { nowMs: () => ms, monotonicMs: () => ms++ };
  const running = createDistilledAdaptive({ id: 'distilled-adaptive' }, distilledPrompt).select({
    question,
    pool,
    model,
    crossEncoder: wordCrossEncoder(),
    clock,
    readingTimeMs: 1000,
  });
  for (;;) {
    const next = await running.next();
    if (next.done) return { selection: next.value, prompts };
  }
}

describe('markOf', () => {
  test.each([
    [0, '00'],
    [0.0099, '00'],
    [0.07, '07'],
    [0.973, '97'],
    [1, '99'],
  ])('%s is %s', (probability, mark) => {
    expect(markOf(probability)).toBe(mark);
  });
});

/** Keeps passages that share so many of the question's words, the fewer the surer. */
const keepsSharing =
  (...counts: readonly number[]) =>
  (prompt: string): number => {
    const shown = prompt.slice(prompt.lastIndexOf('notes\n') + 'notes\n'.length);
    const found = counts.find((count) => shown.startsWith(textOf(count)));
    return found === undefined ? -5 : 10 - found;
  };

describe('distilled adaptive', () => {
  test('the best eight are read, best first, with marks; the rest is dropped by its score', async () => {
    const pool = makePool(texts([0, 3, 10, 1, 9, 2, 8, 7, 6, 5, 4]));
    const { selection, prompts } = await run(pool, keepsSharing(9, 6));
    expect(prompts).toHaveLength(8);
    const shown = [...(prompts.at(-1) ?? '').matchAll(/\[(\d)\](\d\d)\n/g)].map((match) => [match[1], match[2]]);
    expect(shown).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((n, i) => [`${i + 1}`, markOf(Math.fround(n / 10))]));
    expect(selection.kept).toEqual([8, 4].map((at) => pool.candidates[at]?.passage.id));
    expect(selection.invocations).toMatchObject([{ reply: '[5] [2]', repairs: [], completionTokens: 0 }]);
    const unread = new Map([
      [0, 0],
      [3, 0.1],
      [5, 0.2],
    ]);
    for (const [at, probability] of unread) {
      expect(selection.decisions[at]?.decision).toEqual({ kind: 'dropped' });
      expect(selection.decisions[at]?.probability).toBeCloseTo(probability);
    }
    expect(selection.decisions[8]?.probability).toBeCloseTo(1 / (1 + Math.exp(-4)));
    expect(selection.decisions[2]?.probability).toBeCloseTo(1 / (1 + Math.exp(5)));
    expect(selection.scoring?.scoredCount).toBe(11);
  });

  test.prop([fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { minLength: 1 })])(
    'in whatever order the pool comes, the prompt and the set are the same',
    async (counts) => {
      const sorted = counts.toSorted((a, b) => a - b);
      const outcomes = [];
      for (const order of [counts, sorted]) {
        const pool = makePool(texts(order));
        const { selection, prompts } = await run(pool, keepsSharing(...sorted.slice(0, 2)));
        const textOfId = (id: string) => pool.candidates.find(({ passage }) => passage.id === id)?.passage.text;
        outcomes.push({ prompts, kept: selection.kept.map(textOfId) });
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
    },
  );

  test('nothing over the threshold is none', async () => {
    const { selection } = await run(makePool(texts([1, 2])), () => -2);
    expect(selection).toMatchObject({ outcome: 'none', kept: [] });
    expect(selection.invocations[0]?.reply).toBe('[0]');
    expect(selection.decisions.map(({ decision }) => decision.kind)).toEqual(['dropped', 'dropped']);
  });

  test('an empty pool asks nobody', async () => {
    const { selection, prompts } = await run(makePool([]), () => 5);
    expect(selection).toMatchObject({ outcome: 'none', decisions: [], invocations: [] });
    expect(prompts).toEqual([]);
  });

  test('what the reading time cuts off is not read, the least probable first', async () => {
    const long = (shared: number) => `${textOf(shared)} ${'Long sentence of many words goes on. '.repeat(30)}`;
    const pool = makePool([2, 4, 6, 8, 1, 3, 5, 7].map(long));
    const { selection } = await run(pool, keepsSharing(8), 1);
    const unread = selection.decisions.flatMap(({ decision }, at) => (decision.kind === 'not-read' ? [at] : []));
    const order = [3, 7, 2, 6, 1, 5, 0, 4];
    expect(unread.length).toBeGreaterThan(0);
    expect(unread.toSorted()).toEqual(order.slice(order.length - unread.length).toSorted());
    expect(selection.kept).toEqual([pool.candidates[3]?.passage.id]);
  });
});
