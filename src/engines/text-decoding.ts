import { analyse } from 'chardet';
import { guessEncoding } from '../core/corpus/documents/encoding.ts';
import type { DocumentWarning } from '../core/domain/document.ts';

/** Bytes that the statistics of letters are taken from, beginning with the first letter beyond ASCII. */
const sampleBytes = 65_536;
/** In hundredths. Short texts with a few accented letters stay under it for the wrong encodings; measured on a dozen encodings. */
const leastConfidence = 25;
/** Windows' own encodings hold marks, such as quotes, where the older standards have control bytes. */
const windowsTwin: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};

/**
 * Bytes of a text file as text; never throws. What could not be read is U+FFFD and counted in a warning.
 * @param declared an encoding that the file itself names (HTML's `<meta charset>`); used where the bytes do not prove one
 */
export function decodeText(
  bytes: Uint8Array,
  declared?: string,
): { readonly text: string; readonly warnings: DocumentWarning[] } {
  const guess = guessEncoding(bytes);
  const isLegacy = guess.encoding === 'windows-1252';
  const named = isLegacy && declared !== undefined ? decoderFor(declared) : undefined;
  const decoder =
    named ?? (isLegacy ? decoderFor(legacyEncoding(bytes)) : undefined) ?? new TextDecoder(guess.encoding);
  const text = decoder.decode(bytes);
  const warnings: DocumentWarning[] = [];
  if (guess.guessed && !named) {
    warnings.push({
      code: 'encoding-guessed',
      message: `The file does not say its text encoding; it was read as ${decoder.encoding}. If letters look wrong, save it as UTF-8 and add it again.`,
    });
  }
  if (guess.invalidSequences > 0) {
    warnings.push({
      code: 'unreadable-characters',
      message:
        guess.invalidSequences === 1
          ? 'One character of the file is damaged and is shown as “\ufffd”.'
          : `${guess.invalidSequences} characters of the file are damaged and are shown as “\ufffd”.`,
    });
  }
  return { text, warnings };
}

/** By the statistics of its letters; windows-1252 where they say too little. */
function legacyEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const sample = bytes.subarray(first, first + sampleBytes);
  const best = analyse(sample).find(({ name }) => name !== 'ASCII' && name !== 'UTF-8');
  if (!best || best.confidence < leastConfidence) return 'windows-1252';
  const hasControls = sample.some((byte) => byte >= 0x80 && byte < 0xa0);
  return (hasControls ? windowsTwin[best.name] : undefined) ?? best.name;
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
