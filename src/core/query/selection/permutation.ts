// Listwise ranking by sliding windows (W. Sun et al., "Is ChatGPT Good at Search?", EMNLP 2023): the last window is put in
// order first, then the windows before it, each sharing half its passages with the one behind, so that a useful
// passage travels from anywhere to the front. Then the first k are kept. Unlike the adaptive rankers it never keeps none.
import { throwIfCancelled } from '../../domain/cancel.ts';
import type { Invocation, Selection, SelectionOutcome } from '../../domain/selection.ts';
import { decideCandidates, uniqueCandidates } from './decide-candidates.ts';
import { fitPassages, promptPassages, type ReadPassage } from './fit-passages.ts';
import type { Window } from './plan-windows.ts';
import { rankWindow } from './rank-window.ts';
import { permutationPrompt } from './ranker-prompts.ts';
import { readingBudget } from './reading-budget.ts';
import type { SelectionRequest, SelectionStep, SelectionStrategy } from './selection-strategy.ts';

/** Places by which one window stands before the next: half a window, as in the paper (20 and 10 there). */
const stride = permutationPrompt.windowPassages / 2;

/** Windows over `count` places, in the order in which they are read: from the back to the front. */
export function slidingWindows(count: number): readonly Window[] {
  const windows: Window[] = [];
  for (let to = count; to > 0; to -= stride) {
    const from = Math.max(0, to - permutationPrompt.windowPassages);
    windows.push({ from, to });
    if (from === 0) break;
  }
  return windows;
}

/** How many of the first candidates can be read in time. Which of them meet in a window is not known: each may be read twice. */
function readableCount(tokens: readonly number[], budget: { baseTokens: number; totalTokens: number }): number {
  const { windowPassages } = permutationPrompt;
  for (let count = tokens.length; count > windowPassages; count--) {
    const cost = 2 * tokens.slice(0, count).reduce((sum, n) => sum + n, 0);
    if (cost + slidingWindows(count).length * budget.baseTokens <= budget.totalTokens) return count;
  }
  return Math.min(tokens.length, windowPassages);
}

/** @param k passages to keep, 0 or more */
export function createPermutation(k: number): SelectionStrategy {
  const choice = { id: 'permutation', k } as const;
  const promptVersion = permutationPrompt.template.version;

  async function* select(request: SelectionRequest): AsyncGenerator<SelectionStep, Selection, undefined> {
    const { question, pool, model, clock, signal } = request;
    const startMs = clock.monotonicMs();
    const invocations: Invocation[] = [];
    const finish = (outcome: SelectionOutcome, order: readonly ReadPassage[]): Selection => {
      const kept = order.slice(0, k).map(({ id }) => id);
      const judgement = { kept, judged: new Set(order.map(({ id }) => id)), probabilities: new Map() };
      return {
        strategy: choice,
        promptVersion,
        outcome,
        kept,
        decisions: decideCandidates(pool.candidates, judgement),
        invocations,
        elapsedMs: clock.monotonicMs() - startMs,
      };
    };

    const unique = uniqueCandidates(pool.candidates);
    if (unique.length === 0 || k === 0) return finish('none', []);
    const budget = await readingBudget(permutationPrompt, request);
    const shareTokens = Math.floor((budget.windowTokens - budget.baseTokens) / permutationPrompt.windowPassages);
    const limitTokens = Math.min(permutationPrompt.passageTokens, shareTokens);
    const { passages, tokens } = await fitPassages(unique, limitTokens, permutationPrompt, request);
    const order = passages.slice(0, readableCount(tokens, budget));
    for (const [index, { from, to }] of slidingWindows(order.length).entries()) {
      throwIfCancelled(signal);
      const shown = order.slice(from, to);
      const passageIds = shown.map(({ id }) => id);
      const prompt = permutationPrompt.template.fill(question, promptPassages(shown));
      const [promptTokens = 0] = await model.countTokens([prompt]);
      yield { type: 'window', index, passageIds, promptTokens };
      const count = shown.length;
      const verdict = yield* rankWindow(
        permutationPrompt,
        shown,
        { minLabels: count, maxLabels: count, allowNone: false },
        request,
      );
      invocations.push(verdict.invocation);
      // Where the rest would stand is a guess.
      if (verdict.kept.length < count) return finish('unreadable', []);
      order.splice(from, count, ...verdict.kept);
    }
    return finish('selected', order);
  }

  return { choice, promptVersion, select };
}
