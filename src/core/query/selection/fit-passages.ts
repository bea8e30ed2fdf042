import { throwIfCancelled } from '../../domain/cancel.ts';
import { cutPassage } from '../../domain/cut-passage.ts';
import type { PassageId } from '../../domain/passage.ts';
import { passageTitle } from '../../domain/passage-title.ts';
import type { Candidate } from '../../domain/pool.ts';
import type { PromptPassage } from '../../domain/prompt-template.ts';
import type { RankerPrompt } from './ranker-prompts.ts';
import type { SelectionRequest } from './selection-strategy.ts';

/** A candidate as a ranker is shown it. */
export type ReadPassage = {
  readonly id: PassageId;
  readonly candidate: Candidate;
  readonly text: string;
  readonly isTruncated: boolean;
  /** '' where the prompt has none. */
  readonly mark: string;
};

/** Passages with their labels: the first is 1. */
export function promptPassages(passages: readonly ReadPassage[]): PromptPassage[] {
  return passages.map(({ candidate, text, mark }, index) => ({
    label: index + 1,
    title: passageTitle(candidate),
    text,
    mark,
  }));
}

/** Passages cut to a limit, with the tokens that each takes in the prompt. */
export async function fitPassages(
  candidates: readonly Candidate[],
  limitTokens: number,
  prompt: RankerPrompt,
  { model, signal }: SelectionRequest,
  marks: ReadonlyMap<PassageId, string> = new Map(),
): Promise<{ readonly passages: readonly ReadPassage[]; readonly tokens: readonly number[] }> {
  const measure = (passages: readonly ReadPassage[]) =>
    model.countTokens(promptPassages(passages).map(prompt.template.fillPassage));
  const whole = candidates.map((candidate): ReadPassage => {
    const { id, text } = candidate.passage;
    return { id, candidate, text, isTruncated: false, mark: marks.get(id) ?? '' };
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
    const frame = { label: index + 1, title: passageTitle(passage.candidate), text: '', mark: passage.mark };
    const [frameTokens = 0] = await model.countTokens([prompt.template.fillPassage(frame)]);
    const shown = await cutPassage(passage.candidate.passage, Math.max(1, limitTokens - frameTokens), model);
    passages.push({ ...passage, text: passage.text.slice(0, shown.end - shown.start), isTruncated: true });
  }
  return { passages, tokens: await measure(passages) };
}
