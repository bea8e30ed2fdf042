// The distilled ranker: the cross-encoder scores the whole pool, and the language model reads the best of it as one list.
import { throwIfCancelled } from '../../domain/cancel.ts';
import type { GenerateRequest } from '../../domain/language-model.ts';
import type { PassageId } from '../../domain/passage.ts';
import type { Invocation, Selection, StrategyChoice } from '../../domain/selection.ts';
import { decideCandidates } from './decide-candidates.ts';
import { fitPassages, promptPassages, type ReadPassage } from './fit-passages.ts';
import { formatLabels } from './label-list.ts';
import type { SlotPrompt } from './ranker-prompts.ts';
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

type Reading = { readonly probabilities: readonly number[]; readonly promptTokens: number };

/** The probability of keeping each passage, from the slot behind it. Nothing is generated. */
async function* readSlots(
  prompt: SlotPrompt,
  passages: readonly ReadPassage[],
  { question, model, signal }: SelectionRequest,
): AsyncGenerator<SelectionStep, Reading, undefined> {
  const filled = prompt.template.fill(question, promptPassages(passages));
  const probabilities: number[] = [];
  let promptTokens = 0;
  const asked: GenerateRequest = {
    prompt: filled,
    weights: 'ranker',
    maxTokens: 0,
    constraint: null,
    stop: [],
    scores: false,
  };
  for await (const event of model.generate(asked, signal)) {
    if (event.type === 'probe') probabilities.push(event.probabilities[0] ?? 0);
    else if (event.type === 'prefill') {
      ({ promptTokens } = event);
      yield { type: 'prefill', stage: 'selection', doneTokens: event.doneTokens, promptTokens };
    }
  }
  return { probabilities, promptTokens };
}

/**
 * One reading of the best `prompt.windowPassages` by the cross-encoder, best first: in whatever order the pool comes,
 * the model reads the same. Each passage is decided with the question and all better passages in view; kept ones are in
 * order of their probability. What is not read for its low score is dropped, with the cross-encoder's probability; what
 * the reading budget cuts off is `not-read`.
 */
export function createDistilledAdaptive(choice: StrategyChoice, prompt: SlotPrompt): SelectionStrategy {
  async function* select(request: SelectionRequest): AsyncGenerator<SelectionStep, Selection, undefined> {
    const { pool, clock, signal } = request;
    const startMs = clock.monotonicMs();
    const { candidates: scored, scoring } = await scorePool(request);
    const judged = new Set(scored.map(({ candidate }) => candidate.passage.id));
    const probabilities = new Map<PassageId, number | null>(
      scored.map(({ candidate, probability }) => [candidate.passage.id, probability]),
    );
    const finish = (kept: readonly PassageId[], invocations: readonly Invocation[]): Selection => ({
      strategy: choice,
      promptVersion: prompt.template.version,
      outcome: kept.length > 0 ? 'selected' : 'none',
      kept,
      decisions: decideCandidates(pool.candidates, { kept, judged, probabilities }),
      invocations,
      scoring,
      elapsedMs: clock.monotonicMs() - startMs,
    });
    if (scored.length === 0) return finish([], []);
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
    const askedMs = clock.monotonicMs();
    const reading = yield* readSlots(prompt, shown, request);
    for (const [index, { id }] of shown.entries()) probabilities.set(id, reading.probabilities[index] ?? null);
    const kept = reading.probabilities
      .map((probability, index) => ({ probability, label: index + 1 }))
      .filter(({ probability }) => probability >= prompt.keepThreshold)
      .sort((a, b) => b.probability - a.probability);
    const labels = kept.map(({ label }) => label);
    const invocation: Invocation = {
      passageIds: shown.map(({ id }) => id),
      truncated: shown.filter(({ isTruncated }) => isTruncated).map(({ id }) => id),
      reply: formatLabels(labels),
      repairs: [],
      promptTokens: reading.promptTokens,
      completionTokens: 0,
      elapsedMs: clock.monotonicMs() - askedMs,
    };
    const keptIds = labels.flatMap((label) => shown[label - 1]?.id ?? []);
    return finish(keptIds, [invocation]);
  }

  return { choice, promptVersion: prompt.template.version, select };
}
