import type { Evidence, EvidenceItem } from '../../domain/answer.ts';
import { cutPassage } from '../../domain/cut-passage.ts';
import type { LanguageModel } from '../../domain/language-model.ts';
import type { PassageId } from '../../domain/passage.ts';
import { passageTitle } from '../../domain/passage-title.ts';
import type { Candidate } from '../../domain/pool.ts';
import type { PromptPassage } from '../../domain/prompt-template.ts';
import { answerPrompt } from './answer-prompt.ts';
import { createSource, type Source } from './bind-sentence.ts';

/** A passage is not shown at all if fewer tokens than this are left for its text. */
const leastTextTokens = 24;

/** Evidence with what the prompt and the citations need. `passages[i]` and `sources[i]` belong to `evidence.items[i]`. */
export type FittedEvidence = {
  readonly evidence: Evidence;
  readonly passages: readonly PromptPassage[];
  readonly sources: readonly Source[];
};

export type EvidenceRequest = {
  /** In order of usefulness: the first get room first. */
  readonly candidates: readonly Candidate[];
  /** Tokens for passages, with their labels and titles. */
  readonly budgetTokens: number;
  readonly basis: Evidence['basis'];
  readonly model: LanguageModel;
};

/** Shows as many passages as the budget holds; one that does not fit is cut at a sentence border, or left out. */
export async function fitEvidence({
  candidates,
  budgetTokens,
  basis,
  model,
}: EvidenceRequest): Promise<FittedEvidence> {
  const items: EvidenceItem[] = [];
  const passages: PromptPassage[] = [];
  const sources: Source[] = [];
  const omitted: PassageId[] = [];
  let tokens = 0;
  for (const candidate of candidates) {
    const { passage } = candidate;
    const frame: PromptPassage = { label: items.length + 1, title: passageTitle(candidate), text: '' };
    const measure = (text: string) => answerPrompt.fillPassage({ ...frame, text });
    const [frameTokens = 0, wholeTokens = 0] = await model.countTokens([measure(''), measure(passage.text)]);
    const leftTokens = budgetTokens - tokens;
    let shown = passage.span;
    let shownTokens = wholeTokens;
    if (wholeTokens > leftTokens) {
      const textTokens = leftTokens - frameTokens;
      shown =
        textTokens < leastTextTokens ? { ...shown, end: shown.start } : await cutPassage(passage, textTokens, model);
      shownTokens = (await model.countTokens([measure(passage.text.slice(0, shown.end - shown.start))]))[0] ?? 0;
    }
    if (shown.end === shown.start || shownTokens > leftTokens) {
      omitted.push(passage.id);
      continue;
    }
    tokens += shownTokens;
    const item: EvidenceItem = {
      label: frame.label,
      passageId: passage.id,
      documentId: passage.documentId,
      documentName: candidate.documentName,
      shown,
      tokens: shownTokens,
    };
    items.push(item);
    passages.push({ ...frame, text: passage.text.slice(0, shown.end - shown.start) });
    sources.push(createSource(item, passage));
  }
  return { evidence: { basis, items, tokens, budgetTokens, omitted }, passages, sources };
}
