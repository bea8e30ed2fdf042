import { WinnowError } from '../core/domain/errors.ts';
import type { TokenModel } from '../core/domain/token-model.ts';

/**
 * What every engine checks of the ids it is given to append to `usedTokens` others.
 * @throws WinnowError `context-overflow`; `internal` for too many ids, none, or one that is not in the vocabulary
 */
export function assertForward(
  ids: Int32Array,
  usedTokens: number,
  model: Pick<TokenModel, 'chunkTokens' | 'contextTokens' | 'vocabularySize'>,
): void {
  const { chunkTokens, contextTokens, vocabularySize } = model;
  if (ids.length < 1 || ids.length > chunkTokens) {
    throw new WinnowError('internal', `forward takes 1 to ${chunkTokens} ids, got ${ids.length}.`);
  }
  const unknown = ids.find((id) => id < 0 || id >= vocabularySize);
  if (unknown !== undefined) {
    const message = `The vocabulary has ${vocabularySize} tokens, there is no id ${unknown}.`;
    throw new WinnowError('internal', message, { id: unknown });
  }
  if (usedTokens + ids.length > contextTokens) {
    throw new WinnowError(
      'context-overflow',
      `The model reads ${contextTokens} tokens; ${usedTokens} are used and ${ids.length} more were given.`,
      { contextTokens, usedTokens, newTokens: ids.length },
    );
  }
}
