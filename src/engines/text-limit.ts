import { WinnowError } from '../core/domain/errors.ts';

/** In UTF-16 units. Twice what a text file may hold. */
const maxTextChars = 64 * 1024 * 1024;

/**
 * Counts what a file becomes when it is written out, for formats in which a few bytes stand for much text: a string that a million
 * cells share, a long name before every value.
 * @returns a function that takes each new length and throws WinnowError `document-too-large` past the limit
 */
export function createTextLimit(name: string): (chars: number) => void {
  let total = 0;
  return (chars) => {
    total += chars;
    if (total <= maxTextChars) return;
    throw new WinnowError(
      'document-too-large',
      `“${name}” makes more than ${maxTextChars / 1024 / 1024} million characters of text. Split it and add the parts.`,
      { name },
    );
  };
}
