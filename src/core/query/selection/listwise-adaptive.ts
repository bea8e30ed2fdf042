// One listwise call decides which candidates are needed and how many (AdaRankLLM, section "adaptive listwise ranking").
// A pool that does not fit is read in windows; what they keep is read once more, together.
import { throwIfCancelled } from '../../domain/cancel.ts';
import type { PassageId } from '../../domain/passage.ts';
import type { Invocation, Selection, SelectionOutcome, StrategyChoice } from '../../domain/selection.ts';
import { decideCandidates, uniqueCandidates } from './decide-candidates.ts';
import { fitPassages, type ReadPassage } from './fit-passages.ts';
import { planWindows, type Window } from './plan-windows.ts';
import { rankWindow } from './rank-window.ts';
import type { RankerPrompt } from './ranker-prompts.ts';
import { readingBudget } from './reading-budget.ts';
import type { SelectionRequest, SelectionStep, SelectionStrategy } from './selection-strategy.ts';

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
    const budget = await readingBudget(prompt, request);
    const limitTokens = Math.min(prompt.passageTokens, budget.windowTokens - budget.baseTokens);
    const { passages, tokens } = await fitPassages(unique, limitTokens, prompt, request);
    const windows = planWindows(tokens, budget);

    async function* read(shown: readonly ReadPassage[], maxLabels: number, promptTokens: number) {
      const passageIds = shown.map((passage) => passage.id);
      yield { type: 'window', index: invocations.length, passageIds, promptTokens } as const;
      const verdict = yield* rankWindow(prompt, shown, { minLabels: 1, maxLabels, allowNone: true }, request);
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
