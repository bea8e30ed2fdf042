// One call of the language model over one window: labels out of it, in the order of its reply.
import type { ConstraintSpec } from '../../domain/constraint.ts';
import type { PassageId } from '../../domain/passage.ts';
import type { Invocation, SelectionOutcome } from '../../domain/selection.ts';
import { promptPassages, type ReadPassage } from './fit-passages.ts';
import { parseLabels } from './label-list.ts';
import { createLabelOdds } from './label-odds.ts';
import type { RankerPrompt } from './ranker-prompts.ts';
import { replyTokens } from './reading-budget.ts';
import type { SelectionRequest, SelectionStep } from './selection-strategy.ts';

export type Verdict = {
  readonly outcome: SelectionOutcome;
  /** What the reply names, in its order. */
  readonly kept: readonly ReadPassage[];
  readonly probabilities: ReadonlyMap<PassageId, number | null>;
  readonly invocation: Invocation;
};

/** How many of the window's labels a reply may hold. */
export type ReplyLimits = Pick<ConstraintSpec, 'minLabels' | 'maxLabels' | 'allowNone'>;

export async function* rankWindow(
  prompt: RankerPrompt,
  passages: readonly ReadPassage[],
  limits: ReplyLimits,
  { question, model, clock, signal }: SelectionRequest,
): AsyncGenerator<SelectionStep, Verdict, undefined> {
  const startMs = clock.monotonicMs();
  const odds = createLabelOdds(passages.length);
  const generation = model.generate(
    {
      prompt: prompt.template.fill(question, promptPassages(passages)),
      weights: 'base',
      maxTokens: replyTokens(limits.maxLabels),
      constraint: { kind: 'label-list', labelCount: passages.length, ...limits },
      stop: [],
      scores: true,
    },
    signal,
  );
  let reply = '';
  let promptTokens = 0;
  let completionTokens = 0;
  for await (const event of generation) {
    if (event.type === 'prefill') {
      yield { type: 'prefill', stage: 'selection', doneTokens: event.doneTokens, promptTokens: event.promptTokens };
    } else if (event.type === 'token') odds.push(event);
    else if (event.type === 'end') ({ text: reply, promptTokens, completionTokens } = event);
  }
  const parsed = parseLabels(reply, passages.length);
  const probabilities = odds.probabilities();
  return {
    outcome: parsed.outcome,
    kept: parsed.labels.flatMap((label) => passages[label - 1] ?? []),
    probabilities: new Map(passages.map((passage, index) => [passage.id, probabilities[index + 1] ?? null])),
    invocation: {
      passageIds: passages.map((passage) => passage.id),
      truncated: passages.filter((passage) => passage.isTruncated).map((passage) => passage.id),
      reply,
      repairs: parsed.repairs,
      promptTokens,
      completionTokens,
      elapsedMs: clock.monotonicMs() - startMs,
    },
  };
}
