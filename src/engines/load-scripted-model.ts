// `?model=scripted`: work on the page without weights. Its replies are canned, and say so.
import type { Constraint, ConstraintSpec, ConstraintVocabulary } from '../core/domain/constraint.ts';
import type { LanguageModel } from '../core/domain/language-model.ts';
import type { EngineReport } from '../core/domain/services.ts';
import { createScriptedLanguageModel } from './scripted-language-model.ts';

/** Speed that the budgets reckon with; nothing is measured. */
const statedTokensPerSecond = 1000;

export function loadScriptedModel(
  compileConstraint: (spec: ConstraintSpec, vocabulary: ConstraintVocabulary) => Constraint,
  now: () => number,
): { readonly model: LanguageModel; readonly report: EngineReport } {
  const model = createScriptedLanguageModel({
    compileConstraint,
    now,
    prefillTokensPerSecond: statedTokensPerSecond,
    reply: scriptedReply,
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

/** Asked for labels (the prompt then names `[0]`), it keeps the first two passages; otherwise it cites the first. */
function scriptedReply(prompt: string): string {
  return prompt.includes('[0]') ? '[1] [2]' : 'This reply is scripted, not written by a model [1].';
}
