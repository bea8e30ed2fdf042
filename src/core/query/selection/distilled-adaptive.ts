// The distilled ranker: the cross-encoder scores the whole pool, and the language model reads the best of it as one list.
import { throwIfCancelled } from '../../domain/cancel.ts';
import type { PassageId } from '../../domain/passage.ts';
import type { Invocation, Selection, SelectionOutcome, StrategyChoice } from '../../domain/selection.ts';
import { decideCandidates } from './decide-candidates.ts';
import { fitPassages } from './fit-passages.ts';
import { rankWindow } from './rank-window.ts';
import type { RankerPrompt } from './ranker-prompts.ts';
import { readingBudget } from './reading-budget.ts';
import { scorePool } from './score-pool.ts';
import type { SelectionRequest, SelectionStep, SelectionStrategy } from './selection-strategy.ts';

/** A probability in hundredths, two digits. */
export function markOf(probability: number): string {
  return String(Math.min(99, Math.floor(100 * probability))).padStart(2, '0');
}

/** How many of the passages, best first, fit the budget. At least one. */
function countFitting(tokens: readonly number[], budgetTokens: number): number {
  let sum = 0;
  const end = tokens.findIndex((count) => {
    sum += count;
    return sum > budgetTokens;
  });
  return end < 0 ? tokens.length : Math.max(1, end);
}

/**
 * One call over the best `prompt.windowPassages` by the cross-encoder, best first: in whatever order the pool comes,
 * the model reads the same. What is not read for its low score is dropped, with the cross-encoder's probability; what
 * the reading budget cuts off is `not-read`.
 */
export function createDistilledAdaptive(choice: StrategyChoice, prompt: RankerPrompt): SelectionStrategy {
  async function* select(request: SelectionRequest): AsyncGenerator<SelectionStep, Selection, undefined> {
    const { pool, clock, signal } = request;
    const startMs = clock.monotonicMs();
    const { candidates: scored, scoring } = await scorePool(request);
    const judged = new Set(scored.map(({ candidate }) => candidate.passage.id));
    const probabilities = new Map<PassageId, number | null>(
      scored.map(({ candidate, probability }) => [candidate.passage.id, probability]),
    );
    const finish = (
      outcome: SelectionOutcome,
      kept: readonly PassageId[],
      invocations: readonly Invocation[],
    ): Selection => ({
      strategy: choice,
      promptVersion: prompt.template.version,
      outcome,
      kept,
      decisions: decideCandidates(pool.candidates, {
        kept,
        // An unreadable reply leaves the set undecided as a whole.
        judged: outcome === 'unreadable' ? new Set() : judged,
        probabilities,
      }),
      invocations,
      scoring,
      elapsedMs: clock.monotonicMs() - startMs,
    });
    if (scored.length === 0) return finish('none', [], []);
    throwIfCancelled(signal);

    const best = scored.slice(0, prompt.windowPassages);
    const budget = await readingBudget(prompt, request);
    const roomTokens = Math.min(budget.windowTokens, budget.totalTokens) - budget.baseTokens;
    const marks = new Map(best.map(({ candidate, probability }) => [candidate.passage.id, markOf(probability)]));
    const { passages, tokens } = await fitPassages(
      best.map(({ candidate }) => candidate),
      Math.min(prompt.passageTokens, roomTokens),
      prompt,
      request,
      marks,
    );
    const count = countFitting(tokens, roomTokens);
    const shown = passages.slice(0, count);
    for (const { id } of passages.slice(count)) judged.delete(id);

    const promptTokens = tokens.slice(0, count).reduce((sum, n) => sum + n, budget.baseTokens);
    yield { type: 'window', index: 0, passageIds: shown.map(({ id }) => id), promptTokens };
    const limits = { minLabels: 1, maxLabels: shown.length, allowNone: true };
    const verdict = yield* rankWindow(prompt, shown, limits, request);
    for (const [id, probability] of verdict.probabilities) probabilities.set(id, probability);
    return finish(
      verdict.outcome,
      verdict.kept.map(({ id }) => id),
      [verdict.invocation],
    );
  }

  return { choice, promptVersion: prompt.template.version, select };
}
