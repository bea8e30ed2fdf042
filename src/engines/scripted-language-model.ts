// A LanguageModel that plays given replies through the real generate loop, over bytes: for tests and for `?model=scripted`.
import type { Constraint, ConstraintSpec, ConstraintVocabulary } from '../core/domain/constraint.ts';
import type { LanguageModel, LanguageModelInfo } from '../core/domain/language-model.ts';
import { createByteTokenizer } from './byte-tokenizer.ts';
import { createScriptedTokenModel } from './scripted-token-model.ts';
import { createTokenLanguageModel } from './token-language-model.ts';

export type ScriptedLanguageModelOptions = {
  /** Prompt (control tokens left out) → reply. The same prompt must give the same reply. */
  readonly reply: (prompt: string) => string;
  /** Prompt up to a slot (control tokens left out) → logit of keeping what stands before it; 0 is undecided. */
  readonly keepLogit?: (prompt: string) => number;
  readonly compileConstraint: (spec: ConstraintSpec, vocabulary: ConstraintVocabulary) => Constraint;
  readonly now: () => number;
  readonly contextTokens?: number;
  /** Default: none. */
  readonly rankerPromptVersion?: string;
  readonly chunkTokens?: number;
  readonly prefillTokensPerSecond?: number | null;
  readonly beforeForward?: (ids: Int32Array) => Promise<void> | void;
};

/** Counts bytes as tokens: about four times as many as a real tokenizer, for English text. */
export function createScriptedLanguageModel(options: ScriptedLanguageModelOptions): LanguageModel {
  const tokenizer = createByteTokenizer();
  const contextTokens = options.contextTokens ?? 32_768;
  const info: LanguageModelInfo = {
    modelId: 'scripted',
    modelHash: '0'.repeat(64),
    engine: 'scripted',
    variant: 'scripted',
    contextTokens,
    rankerPromptVersion: options.rankerPromptVersion ?? null,
    prefillTokensPerSecond: options.prefillTokensPerSecond ?? null,
    decodeTokensPerSecond: null,
  };
  const { beforeForward, keepLogit } = options;
  const keepId = tokenizer.encode(' yes').at(-1) ?? 0;
  const tokenModel = createScriptedTokenModel({
    vocabularySize: tokenizer.vocabularySize,
    contextTokens,
    chunkTokens: options.chunkTokens ?? 1024,
    replyStart: [tokenizer.controlId('<|im_start|>'), ...tokenizer.encode('assistant\n')],
    endTokenId: tokenizer.controlId('<|im_end|>'),
    reply: (promptIds) => Array.from(tokenizer.encode(options.reply(tokenizer.decode(promptIds)))),
    probed: (ids) => new Map(keepLogit ? [[keepId, keepLogit(tokenizer.decode(ids))]] : []),
    ...(beforeForward === undefined ? {} : { beforeForward }),
  });
  return createTokenLanguageModel({
    tokenModel,
    tokenizer,
    compileConstraint: options.compileConstraint,
    info: () => info,
    now: options.now,
  });
}
