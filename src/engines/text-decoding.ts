import { guessEncoding } from '../core/corpus/documents/encoding.ts';
import type { DocumentWarning } from '../core/domain/document.ts';

/**
 * Bytes of a text file as text; never throws. What could not be read is U+FFFD and counted in a warning.
 * @param declared an encoding that the file itself names (HTML's `<meta charset>`); used where the bytes do not prove one
 */
export function decodeText(
  bytes: Uint8Array,
  declared?: string,
): { readonly text: string; readonly warnings: DocumentWarning[] } {
  const guess = guessEncoding(bytes);
  const named = guess.encoding === 'windows-1252' && declared !== undefined ? decoderFor(declared) : undefined;
  const decoder = named ?? new TextDecoder(guess.encoding);
  const text = decoder.decode(bytes);
  const warnings: DocumentWarning[] = [];
  if (guess.guessed && !named) {
    warnings.push({
      code: 'encoding-guessed',
      message: `The file does not say its text encoding; it was read as ${guess.encoding}. If letters look wrong, save it as UTF-8 and add it again.`,
    });
  }
  if (guess.invalidSequences > 0) {
    warnings.push({
      code: 'unreadable-characters',
      message: `${guess.invalidSequences} characters of the file are damaged and are shown as “\ufffd”.`,
    });
  }
  return { text, warnings };
}

/** Undefined for a label that names no encoding. */
function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
