// `?model=scripted`: work on the page without weights. Its replies are canned, and say so.
import type { Constraint, ConstraintSpec, ConstraintVocabulary } from '../core/domain/constraint.ts';
import type { LanguageModel } from '../core/domain/language-model.ts';
import type { EngineReport } from '../core/domain/services.ts';
import { createScriptedLanguageModel } from './scripted-language-model.ts';

/** Speed that the budgets reckon with; nothing is measured. */
const statedTokensPerSecond = 1000;

export type ScriptedModelParts = {
  readonly compileConstraint: (spec: ConstraintSpec, vocabulary: ConstraintVocabulary) => Constraint;
  /** The ranker's prompt that it claims to have been trained with. */
  readonly rankerPromptVersion: string;
  readonly now: () => number;
};

export function loadScriptedModel(parts: ScriptedModelParts): {
  readonly model: LanguageModel;
  readonly report: EngineReport;
} {
  const model = createScriptedLanguageModel({
    ...parts,
    prefillTokensPerSecond: statedTokensPerSecond,
    reply: scriptedReply,
    keepLogit: scriptedKeepLogit,
  });
  const report: EngineReport = {
    engine: 'scripted',
    variant: 'scripted',
    attempts: [
      { engine: 'scripted', outcome: 'chosen', reason: 'A scripted model was asked for: its replies are canned.' },
    ],
    adapter: null,
    threads: 1,
    loadMs: 0,
    prefillTokensPerSecond: statedTokensPerSecond,
    decodeTokensPerSecond: statedTokensPerSecond,
  };
  return { model, report };
}

/** It keeps the two best-scored passages. */
function scriptedKeepLogit(prompt: string): number {
  return prompt.includes('\n[3]') ? -5 : 5;
}

/** Asked for labels (the prompt then names `[0]`), it keeps the first two passages; otherwise it cites the first. */
function scriptedReply(prompt: string): string {
  return prompt.includes('[0]') ? '[1] [2]' : 'This reply is scripted, not written by a model [1].';
}
