// tokenizer.json (Hugging Face format) → the Tokenizer port, over @huggingface/tokenizers.
// The library cuts control tokens out of any text it encodes. Here it never learns of them, so that no text can
// become one: only `controlId` gives their ids.
import { Tokenizer as TokenizerLibrary } from '@huggingface/tokenizers';
import { WinnowError } from '../core/domain/errors.ts';
import type { Tokenizer } from '../core/domain/token-model.ts';

type AddedToken = { readonly id: number; readonly content: string };

type TokenizerFile = Readonly<Record<string, unknown>> & { readonly added_tokens: readonly AddedToken[] };

function isAddedToken(value: unknown): value is AddedToken {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'content' in value &&
    typeof value.content === 'string'
  );
}

function isTokenizerFile(value: unknown): value is TokenizerFile {
  if (typeof value !== 'object' || value === null || !('added_tokens' in value)) return false;
  return Array.isArray(value.added_tokens) && value.added_tokens.every(isAddedToken);
}

function parseTokenizerFile(bytes: Uint8Array): TokenizerFile {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new WinnowError(
      'engine-failed',
      `tokenizer.json (${bytes.length} bytes) is not JSON; fetch the model again.`,
      { bytes: bytes.length },
      error,
    );
  }
  if (!isTokenizerFile(content)) {
    throw new WinnowError('engine-failed', 'tokenizer.json names no added_tokens; use a file in Hugging Face format.');
  }
  return content;
}

/**
 * @param bytes the content of tokenizer.json
 * @throws WinnowError `engine-failed` when they are not a tokenizer
 */
export function createTokenizer(bytes: Uint8Array): Tokenizer {
  const file = parseTokenizerFile(bytes);
  const library = new TokenizerLibrary({ ...file, added_tokens: [] }, { clean_up_tokenization_spaces: false });
  const controlIds = new Map(file.added_tokens.map((token) => [token.content, token.id]));
  const isControl = new Set(controlIds.values());
  let vocabularySize = 0;
  for (const id of library.get_vocab().values()) vocabularySize = Math.max(vocabularySize, id + 1);
  for (const id of isControl) vocabularySize = Math.max(vocabularySize, id + 1);

  return {
    vocabularySize,
    encode: (text) => {
      // Bytes without a piece in the vocabulary (a few ASCII control characters) give undefined: left out, as in the
      // reference implementation. The control filter matters only for a vocabulary that merges up to a control token.
      const ids: readonly (number | undefined)[] = library.encode(text, { add_special_tokens: false }).ids;
      return Int32Array.from(ids.filter((id): id is number => id !== undefined && !isControl.has(id)));
    },
    decode: (ids) => {
      const textIds = ids.filter((id) => !isControl.has(id));
      return textIds.length === 0 ? '' : library.decode(textIds, { clean_up_tokenization_spaces: false });
    },
    controlId: (token) => {
      const id = controlIds.get(token);
      if (id === undefined) {
        throw new WinnowError('internal', `"${token}" is no control token of this model.`, { token });
      }
      return id;
    },
  };
}
