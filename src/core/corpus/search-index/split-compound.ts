/**
 * What was written as one and may be searched by its parts: the whole and the parts both are words. Wholes lose what
 * joined them, so that `e-mail` finds `email`, and `parseHttpRequest` finds `parse_http_request`.
 */
import { lowerCase } from './fold.ts';

/** Signs that may join letters and digits to one run. A comma does between digits only. */
export const joiners = "\\-\\u2010_.'\\u2019";

const apostrophe = /['\u2019]/;
/** Dots that do not stand between digits. */
const looseDot = /(?<!\d)\.|\.(?!\d)/;
/** With the line break behind a hyphen: where a parser could not know that a word goes on. */
const hyphen = /[-\u2010_]\s*/;
const thousands = /^\d{1,3}(?:[.,]\d{3})+$/;
const dottedNumber = /^[vV]?(\d+(?:[.,]\d+)+)$/;
const innerCapital = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const beforeCapital = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer chains are lists rather than words: only their parts are searched. */
const maxJoinedParts = 6;

/**
 * A run of letters, digits and joiners → words in lower case, never none if the run holds a letter or digit.
 *
 *   don't → don · l'avion → avion · e-mail → email, e, mail · v2.3.1 → 2.3.1, 2, 3, 1 · 1,250 → 1250, 1, 250
 *   parseHttpRequest → parsehttprequest, parse, http, request
 */
export function splitCompound(run: string): string[] {
  return withoutClippedLetters(run.split(apostrophe)).flatMap((piece) => piece.split(looseDot).flatMap(splitHyphens));
}

/** A letter beside an apostrophe is what is left of an article or a verb: `l’`, `’s`, `’t`. */
function withoutClippedLetters(pieces: readonly string[]): readonly string[] {
  if (pieces.length === 1) return pieces;
  const whole = pieces.filter((piece) => piece.length > 1);
  return whole.length > 0 ? whole : pieces;
}

function splitHyphens(piece: string): string[] {
  const parts = piece.split(hyphen).filter((part) => part !== '');
  const words = parts.flatMap(splitPart);
  const isJoined = parts.length > 1 && parts.length <= maxJoinedParts && !parts.some((part) => /[.,]/.test(part));
  return isJoined ? [lowerCase(parts.join('')), ...words] : words;
}

function splitPart(part: string): string[] {
  if (thousands.test(part)) return [part.replace(/[.,]/g, ''), ...part.split(/[.,]/)];
  const number = dottedNumber.exec(part)?.[1];
  if (number !== undefined) return [number, ...number.split(/[.,]/)];
  if (/[.,]/.test(part)) return part.split(/[.,]/).flatMap(splitPart);
  if (!innerCapital.test(part)) return [lowerCase(part)];
  // Parts of one letter are trade marks' (`iPhone`) and abbreviations' (`GmbH`) rather than words.
  const words = part.split(beforeCapital).filter((word) => word.length > 1);
  return words.length > 1 ? [lowerCase(part), ...words.map(lowerCase)] : [lowerCase(part)];
}
