// A tokenizer of single UTF-8 bytes with the control tokens of ChatML, for tests of everything that is not the model.
// Every character of more than one byte is split, which is the hardest case for streaming.
import { WinnowError } from '../core/domain/errors.ts';
import type { Tokenizer } from '../core/domain/token-model.ts';

const controlTokens = ['<|im_start|>', '<|im_end|>', '<|endoftext|>', '<file_sep>'];

export function createByteTokenizer(): Tokenizer {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    vocabularySize: 256 + controlTokens.length,
    encode: (text) => Int32Array.from(encoder.encode(text)),
    decode: (ids) => decoder.decode(Uint8Array.from(ids.filter((id) => id < 256))),
    controlId: (token) => {
      const index = controlTokens.indexOf(token);
      if (index === -1) throw new WinnowError('internal', `"${token}" is no control token of this model.`, { token });
      return 256 + index;
    },
  };
}
