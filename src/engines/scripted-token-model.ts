// A TokenModel that plays given replies, for tests of everything that is not the model.
// Its logits are large at the scripted id and 0 elsewhere, so a constraint still has the last word.
import type { TokenModel } from '../core/domain/token-model.ts';
import { assertForward } from './assert-forward.ts';

/** Logit of the scripted id; all others are 0. With 49,152 ids its probability is above 0.99999. */
const scriptedLogit = 25;

export type ScriptedTokenModelOptions = {
  readonly vocabularySize: number;
  readonly contextTokens: number;
  readonly chunkTokens: number;
  /** The ids that end every prompt, such as those of `<|im_start|>assistant\n`. What comes after is the reply so far. */
  readonly replyStart: readonly number[];
  /** The id that follows a finished reply. */
  readonly endTokenId: number;
  /** The ids of the reply to a prompt. The same prompt must give the same reply: it is asked more than once. */
  readonly reply: (promptIds: readonly number[]) => readonly number[];
  /** What is scored at an id that ends a chunk inside the prompt: id and logit. Nothing by default. */
  readonly probed?: (promptIds: readonly number[]) => ReadonlyMap<number, number>;
  /** Awaited before every `forward`, for tests of cancel and failure. */
  readonly beforeForward?: (ids: Int32Array) => Promise<void> | void;
};

/** Offset behind the last occurrence of `part` in `ids`, or -1. */
function endOfLast(ids: readonly number[], part: readonly number[]): number {
  for (let start = ids.length - part.length; start >= 0; start--) {
    if (part.every((id, offset) => ids[start + offset] === id)) return start + part.length;
  }
  return -1;
}

export function createScriptedTokenModel(options: ScriptedTokenModelOptions): TokenModel {
  const { vocabularySize, contextTokens, chunkTokens, endTokenId } = options;
  const logits = new Float32Array(vocabularySize);
  const sequence: number[] = [];
  return {
    engine: 'scripted',
    variant: 'scripted',
    vocabularySize,
    contextTokens,
    chunkTokens,
    forward: async (ids) => {
      await options.beforeForward?.(ids);
      assertForward(ids, sequence.length, options);
      sequence.push(...ids);
      logits.fill(0);
      const promptLength = endOfLast(sequence, options.replyStart);
      if (promptLength === -1) {
        for (const [id, logit] of options.probed?.(sequence) ?? []) logits[id] = logit;
        return logits;
      }
      const reply = options.reply(sequence.slice(0, promptLength));
      logits[reply[sequence.length - promptLength] ?? endTokenId] = scriptedLogit;
      return logits;
    },
    reset: async () => {
      sequence.length = 0;
    },
    dispose: async () => {},
  };
}
