// One listwise call decides which candidates are needed and how many (AdaRankLLM, section "adaptive listwise ranking").
// A pool that does not fit is read in windows; what they keep is read once more, together.
import { throwIfCancelled } from '../../domain/cancel.ts';
import { cutPassage } from '../../domain/cut-passage.ts';
import { WinnowError } from '../../domain/errors.ts';
import type { PassageId } from '../../domain/passage.ts';
import { passageTitle } from '../../domain/passage-title.ts';
import type { Candidate } from '../../domain/pool.ts';
import type { PromptPassage } from '../../domain/prompt-template.ts';
import type { Invocation, Selection, SelectionOutcome, StrategyChoice } from '../../domain/selection.ts';
import { decideCandidates, uniqueCandidates } from './decide-candidates.ts';
import { parseLabels } from './label-list.ts';
import { createLabelOdds } from './label-odds.ts';
import { planWindows, type Window } from './plan-windows.ts';
import type { RankerPrompt } from './ranker-prompts.ts';
import type { SelectionRequest, SelectionStep, SelectionStrategy } from './selection-strategy.ts';

/** A label with its brackets, space and digits is at most five characters, and a token holds at least one byte. */
const replyTokensPerLabel = 5;
/** Fewest tokens that must be left for passages beside question and instructions. */
const leastPassageTokens = 64;
/**
 * The ranker reads this many tokens (about seven passages) even on a device that needs longer than the reading time:
 * reading two of twenty is hardly a choice. At 25 tokens a second it takes 48 s; progress and cancel are on the page.
 */
const leastReadingTokens = 1200;

type ReadPassage = {
  readonly id: PassageId;
  readonly candidate: Candidate;
  readonly text: string;
  readonly isTruncated: boolean;
};

type Verdict = {
  readonly outcome: SelectionOutcome;
  readonly kept: readonly ReadPassage[];
  readonly probabilities: ReadonlyMap<PassageId, number | null>;
  readonly invocation: Invocation;
};

function promptPassages(passages: readonly ReadPassage[]): PromptPassage[] {
  return passages.map(({ candidate, text }, index) => ({ label: index + 1, title: passageTitle(candidate), text }));
}

async function* rankWindow(
  prompt: RankerPrompt,
  passages: readonly ReadPassage[],
  maxLabels: number,
  { question, model, clock, signal }: SelectionRequest,
): AsyncGenerator<SelectionStep, Verdict, undefined> {
  const startMs = clock.monotonicMs();
  const odds = createLabelOdds(passages.length);
  const generation = model.generate(
    {
      prompt: prompt.template.fill(question, promptPassages(passages)),
      maxTokens: replyTokensPerLabel * maxLabels + 1,
      constraint: { kind: 'label-list', labelCount: passages.length, maxLabels, allowNone: true },
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
    else ({ text: reply, promptTokens, completionTokens } = event);
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

/** Passages cut to a limit, with the tokens that each takes in the prompt. */
async function fitPassages(
  candidates: readonly Candidate[],
  limitTokens: number,
  prompt: RankerPrompt,
  { model, signal }: SelectionRequest,
): Promise<{ readonly passages: readonly ReadPassage[]; readonly tokens: readonly number[] }> {
  const measure = (passages: readonly ReadPassage[]) =>
    model.countTokens(promptPassages(passages).map(prompt.template.fillPassage));
  const whole = candidates.map((candidate): ReadPassage => {
    return { id: candidate.passage.id, candidate, text: candidate.passage.text, isTruncated: false };
  });
  const wholeTokens = await measure(whole);
  const passages: ReadPassage[] = [];
  for (const [index, passage] of whole.entries()) {
    throwIfCancelled(signal);
    const excessTokens = (wholeTokens[index] ?? 0) - limitTokens;
    if (excessTokens <= 0) {
      passages.push(passage);
      continue;
    }
    const frame = { label: index + 1, title: passageTitle(passage.candidate), text: '' };
    const [frameTokens = 0] = await model.countTokens([prompt.template.fillPassage(frame)]);
    const shown = await cutPassage(passage.candidate.passage, Math.max(1, limitTokens - frameTokens), model);
    passages.push({ ...passage, text: passage.text.slice(0, shown.end - shown.start), isTruncated: true });
  }
  return { passages, tokens: await measure(passages) };
}

/** Tokens that one window may have, and the whole reading; checks that the question leaves room. */
async function budgetOf(prompt: RankerPrompt, { question, model, readingTimeMs }: SelectionRequest) {
  const { contextTokens, prefillTokensPerSecond } = model.info();
  const [baseTokens = 0] = await model.countTokens([prompt.template.fill(question, [])]);
  const replyTokens = replyTokensPerLabel * prompt.windowPassages + 1;
  const windowTokens = contextTokens - replyTokens - 1;
  if (windowTokens - baseTokens < leastPassageTokens) {
    throw new WinnowError(
      'question-too-long',
      `The question takes ${baseTokens} of the ${contextTokens} tokens that the model can read, which leaves no room for passages; shorten it.`,
      { baseTokens, contextTokens },
    );
  }
  const inTime =
    prefillTokensPerSecond === null ? Number.POSITIVE_INFINITY : (prefillTokensPerSecond * readingTimeMs) / 1000;
  const totalTokens = Math.max(leastReadingTokens, inTime);
  return { baseTokens, windowTokens, totalTokens, windowPassages: prompt.windowPassages };
}

/** Strategy over a listwise prompt. The same code serves every prompt: an untuned model's and a trained ranker's. */
export function createListwiseAdaptive(choice: StrategyChoice, prompt: RankerPrompt): SelectionStrategy {
  async function* select(request: SelectionRequest): AsyncGenerator<SelectionStep, Selection, undefined> {
    const { pool, clock, signal } = request;
    const startMs = clock.monotonicMs();
    const invocations: Invocation[] = [];
    const judged = new Set<PassageId>();
    const probabilities = new Map<PassageId, number | null>();
    const finish = (outcome: SelectionOutcome, kept: readonly ReadPassage[]): Selection => {
      const keptIds = kept.map((passage) => passage.id);
      return {
        strategy: choice,
        promptVersion: prompt.template.version,
        outcome,
        kept: keptIds,
        // An unreadable reply leaves the set undecided as a whole: what other windows said decides nothing.
        decisions: decideCandidates(pool.candidates, {
          kept: keptIds,
          judged: outcome === 'unreadable' ? new Set() : judged,
          probabilities,
        }),
        invocations,
        elapsedMs: clock.monotonicMs() - startMs,
      };
    };

    const unique = uniqueCandidates(pool.candidates);
    if (unique.length === 0) return finish('none', []);
    const budget = await budgetOf(prompt, request);
    const limitTokens = Math.min(prompt.passageTokens, budget.windowTokens - budget.baseTokens);
    const { passages, tokens } = await fitPassages(unique, limitTokens, prompt, request);
    const windows = planWindows(tokens, budget);

    async function* read(shown: readonly ReadPassage[], maxLabels: number, promptTokens: number) {
      const passageIds = shown.map((passage) => passage.id);
      yield { type: 'window', index: invocations.length, passageIds, promptTokens } as const;
      const verdict = yield* rankWindow(prompt, shown, maxLabels, request);
      invocations.push(verdict.invocation);
      for (const [id, probability] of verdict.probabilities) {
        // Kept means kept in every round.
        const before = judged.has(id) ? (probabilities.get(id) ?? null) : 1;
        probabilities.set(id, probability === null || before === null ? null : before * probability);
      }
      for (const id of passageIds) judged.add(id);
      return verdict;
    }

    const tokensOf = ({ from, to }: Window) => tokens.slice(from, to).reduce((sum, n) => sum + n, budget.baseTokens);
    // Together the windows keep no more than one window can hold (but one each, at least).
    const maxLabels =
      windows.length === 1 ? prompt.windowPassages : Math.max(1, Math.floor(prompt.windowPassages / windows.length));
    const kept: ReadPassage[] = [];
    let keepingWindows = 0;
    for (const window of windows) {
      throwIfCancelled(signal);
      const shown = passages.slice(window.from, window.to);
      const verdict = yield* read(shown, Math.min(maxLabels, shown.length), tokensOf(window));
      if (verdict.outcome === 'unreadable') return finish('unreadable', []);
      if (verdict.kept.length > 0) keepingWindows += 1;
      kept.push(...verdict.kept);
    }
    if (keepingWindows < 2) return finish(kept.length > 0 ? 'selected' : 'none', kept);

    // Back into pool order, so that the last round does not inherit the windows' order as a hint.
    const finalists = passages.filter((passage) => kept.includes(passage)).map((passage) => passage.candidate);
    const share = Math.floor((budget.windowTokens - budget.baseTokens) / finalists.length);
    const last = await fitPassages(finalists, Math.min(limitTokens, share), prompt, request);
    const lastTokens = last.tokens.reduce((sum, n) => sum + n, budget.baseTokens);
    const verdict = yield* read(last.passages, last.passages.length, lastTokens);
    return finish(verdict.outcome, verdict.kept);
  }

  return { choice, promptVersion: prompt.template.version, select };
}
