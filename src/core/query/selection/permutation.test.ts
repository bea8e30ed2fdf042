import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createScriptedLanguageModel } from '../../../engines/scripted-language-model.ts';
import { wordCrossEncoder } from '../../domain/cross-encoder-fixture.ts';
import { makePool } from '../../domain/pool-fixture.ts';
import { compileConstraint } from './compile-constraint.ts';
import { createStrategy } from './create-strategy.ts';
import { formatLabels } from './label-list.ts';
import { slidingWindows } from './permutation.ts';
import type { SelectionRequest, SelectionStep } from './selection-strategy.ts';

/** Puts every window in order of the number behind "worth", the largest first. */
function sortByWorth(prompt: string): string {
  const worths = [...prompt.matchAll(/^\[(\d+)\] notes: worth (\d+)$/gm)];
  const sorted = worths.toSorted((a, b) => Number(b[2]) - Number(a[2]));
  return formatLabels(sorted.map(([, label]) => Number(label)));
}

function scripted(reply: (prompt: string) => string, prefillTokensPerSecond: number | null = null) {
  return createScriptedLanguageModel({ reply, compileConstraint, now: () => 0, prefillTokensPerSecond });
}

async function run(k: number, request: Pick<SelectionRequest, 'pool' | 'model'>) {
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const steps: SelectionStep[] = [];
  const running = createStrategy({ id: 'permutation', k }, null).select({
    question: 'Why?',
    clock,
    crossEncoder: wordCrossEncoder(),
    readingTimeMs: 10_000,
    ...request,
  });
  for (;;) {
    const next = await running.next();
    if (next.done) return { selection: next.value, steps };
    steps.push(next.value);
  }
}

const shuffled = (count: number) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count });

describe('slidingWindows', () => {
  test.each([
    [0, []],
    [1, ['0–1']],
    [10, ['0–10']],
    [11, ['1–11', '0–6']],
    [15, ['5–15', '0–10']],
    [20, ['10–20', '5–15', '0–10']],
  ])('%d places', (count, expected) => {
    expect(slidingWindows(count).map(({ from, to }) => `${from}–${to}`)).toEqual(expected);
  });
});

describe('permutation', () => {
  test.prop([fc.integer({ min: 1, max: 25 }).chain(shuffled), fc.integer({ min: 0, max: 5 })], { numRuns: 40 })(
    'a ranker without faults brings the best five of any pool to the front',
    async (worths, k) => {
      const pool = makePool(worths.map((worth) => `worth ${worth}`));
      const { selection } = await run(k, { pool, model: scripted(sortByWorth) });
      const best = worths.toSorted((a, b) => b - a).slice(0, k);
      expect(selection.kept).toEqual(best.map((worth) => pool.candidates[worths.indexOf(worth)]?.passage.id));
      expect(selection.outcome).toBe(k === 0 ? 'none' : 'selected');
      expect(selection.invocations.flatMap(({ repairs }) => repairs)).toEqual([]);
    },
  );

  test('every window is a whole permutation, whatever the model would say', async () => {
    const pool = makePool([...Array(12).keys()].map((worth) => `worth ${worth}`));
    const { selection, steps } = await run(3, { pool, model: scripted(() => '[2]') });
    expect(selection.invocations.map(({ passageIds }) => passageIds.length)).toEqual([10, 7]);
    for (const { reply, passageIds } of selection.invocations) {
      const labels = [...reply.matchAll(/\d+/g)].map(([label]) => Number(label));
      expect(labels[0]).toBe(2);
      expect(labels.toSorted((a, b) => a - b)).toEqual(passageIds.map((_, index) => index + 1));
    }
    expect(selection.decisions.map(({ decision }) => decision.kind).filter((kind) => kind === 'dropped').length).toBe(
      9,
    );
    const told = steps.flatMap((step) => (step.type === 'window' ? [step.promptTokens] : []));
    expect(told).toEqual(selection.invocations.map(({ promptTokens }) => promptTokens));
  });

  test('near-duplicates are not shown, and an empty pool asks nobody', async () => {
    const pool = makePool(['worth 1', 'worth 9', 'worth 2'], { 1: 0 });
    const { selection } = await run(2, { pool, model: scripted(sortByWorth) });
    expect(selection.kept).toEqual([2, 0].map((at) => pool.candidates[at]?.passage.id));
    const nothing = await run(2, { pool: makePool([]), model: scripted(sortByWorth) });
    expect(nothing.selection).toMatchObject({ outcome: 'none', kept: [], invocations: [] });
  });

  test('a slow device reads the first candidates only', async () => {
    const pool = makePool([...Array(20).keys()].map((worth) => `worth ${String(worth).padStart(40, '0')}`));
    const { selection } = await run(1, { pool, model: scripted(sortByWorth, 100) });
    const unread = selection.decisions.filter(({ decision }) => decision.kind === 'not-read').length;
    expect(unread).toBeGreaterThan(0);
    expect(selection.kept).toEqual([pool.candidates[19 - unread]?.passage.id]);
  });

  test('a reply that does not name every passage is unreadable', async () => {
    const model = scripted(() => '[2] [1]');
    const lawless = {
      ...model,
      generate: (request: Parameters<typeof model.generate>[0]) => model.generate({ ...request, constraint: null }),
    };
    const pool = makePool(['worth 1', 'worth 9', 'worth 2']);
    const { selection } = await run(2, { pool, model: lawless });
    expect(selection).toMatchObject({ outcome: 'unreadable', kept: [] });
    expect(selection.decisions.map(({ decision }) => decision.kind)).toEqual(['not-read', 'not-read', 'not-read']);
  });
});
