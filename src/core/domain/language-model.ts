import type { CancelSignal } from './cancel.ts';
import type { ConstraintSpec } from './constraint.ts';
import type { Prompt } from './prompt.ts';
import type { EngineName, WeightSet } from './token-model.ts';

export type LanguageModelInfo = {
  readonly modelId: string;
  /** SHA-256 over the catalog's file hashes of this model. */
  readonly modelHash: string;
  readonly engine: EngineName;
  readonly variant: string;
  readonly contextTokens: number;
  /** The ranker's prompt that the weights were trained with; null for weights that were not trained to rank. */
  readonly rankerPromptVersion: string | null;
  /** Measured at start-up on this device; null before the probe has run. */
  readonly prefillTokensPerSecond: number | null;
  readonly decodeTokensPerSecond: number | null;
};

export type GenerateRequest = {
  readonly prompt: Prompt;
  readonly weights: WeightSet;
  /** Most tokens to generate. */
  readonly maxTokens: number;
  readonly constraint: ConstraintSpec | null;
  /** The reply ends at the first of these, which is not part of it. Searched in generated text only. */
  readonly stop: readonly string[];
  /** True adds `choices` to every constrained step. */
  readonly scores: boolean;
};

export type FinishReason = 'end' | 'stop' | 'length' | 'context';

export type GenerateEvent =
  | { readonly type: 'prefill'; readonly doneTokens: number; readonly promptTokens: number }
  /** At each `probe` of the prompt, in order: the probabilities of its texts, which sum to 1. */
  | { readonly type: 'probe'; readonly probabilities: readonly number[] }
  /** One per generated id, the end token included. */
  | {
      readonly type: 'token';
      readonly id: number;
      /**
       * New text, possibly empty: an incomplete character or the possible beginning of a stop string is held back.
       * The token that ends the reply brings the rest. All texts together are `end.text`.
       */
      readonly text: string;
      /** Natural log of the probability among the allowed ids. */
      readonly logprob: number;
      /** With `scores`: the allowed ids' log probabilities, best first, at most 64. */
      readonly choices: readonly { readonly id: number; readonly text: string; readonly logprob: number }[];
    }
  | {
      readonly type: 'end';
      readonly reason: FinishReason;
      readonly text: string;
      readonly promptTokens: number;
      readonly completionTokens: number;
      readonly prefillMs: number;
      readonly decodeMs: number;
    };

/** Decodes greedily: the same prompt gives the same reply on the same engine. */
export type LanguageModel = {
  readonly info: () => LanguageModelInfo;
  /** Tokens of each prompt. */
  readonly countTokens: (prompts: readonly Prompt[]) => Promise<readonly number[]>;
  /** Events in order; the last is `end`. Throws `Cancelled` after the signal, WinnowError on faults. */
  readonly generate: (request: GenerateRequest, signal?: CancelSignal) => AsyncIterable<GenerateEvent>;
};
