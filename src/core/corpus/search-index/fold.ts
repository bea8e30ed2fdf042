/** What is taken off a text, and then off a stem, so that spellings of one word become one. */

/** Soft hyphen, joiners, byte-order mark: invisible inside a word. */
const invisiblePattern = /[\u00ad\u200c-\u200d\u2060\ufeff]/g;
/** Hebrew points, Arabic vowel signs, and the stroke that stretches an Arabic word. They are optional in writing. */
const optionalSignPattern =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
const foreignDigitPattern = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const accentPattern = /[\u0300-\u036f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
const asciiPattern = /^[\x00-\x7f]*$/;

/** Letters that are variants of one, whatever the language; people type the plain one. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  // Alef with hamza or madda; yeh and kaf of Persian keyboards.
  ...['أ', 'إ', 'آ', 'ٱ'].map((alef) => [alef, 'ا'] as const),
  ['ی', 'ي'],
  ['ک', 'ك'],
]);
const plainLetterPattern = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');

/** Letters that Unicode does not take apart into a letter and an accent, and word-final forms. */
const looseLetters: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  // Turkish writes two letters i. One that is typed on another keyboard, or lower-cased by another rule, is the dotted one.
  ['ı', 'i'],
  ['ς', 'σ'],
  ['ё', 'е'],
  ['ة', 'ه'],
  ['ى', 'ي'],
]);
const looseLetterPattern = new RegExp(`[${[...looseLetters.keys()].join('')}]`, 'g');

/** Each of these rows of ten begins at a multiple of 16, or 6 behind one. */
function asciiDigit(digit: string): string {
  const place = digit.charCodeAt(0) & 0xf;
  return String(digit >= '\u0966' ? place - 6 : place);
}

/** True for texts that neither of the two below would change. */
export function isAscii(text: string): boolean {
  return asciiPattern.test(text);
}

/**
 * Compatibility forms (full width, ligatures) as plain letters, without invisible and optional signs. Case and accents
 * stay: the first shows where an identifier is joined, the second is what stemmers go by.
 */
export function foldSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisiblePattern, '')
    .replace(optionalSignPattern, '')
    .replace(plainLetterPattern, (letter) => plainLetters.get(letter) ?? letter)
    .replace(foreignDigitPattern, asciiDigit);
}

/**
 * A word in lower case, or its stem, without accents: `resume` finds `résumé`, which is also how the embedding model
 * reads text. Cyrillic letters keep theirs: й is no и, and nobody types it as one.
 */
export function foldAccents(word: string): string {
  if (isAscii(word)) return word;
  const loose = word.replace(looseLetterPattern, (letter) => looseLetters.get(letter) ?? letter);
  if (/\p{Script=Cyrillic}/u.test(loose)) return loose.replace(/[\u0300\u0301]/g, '');
  return loose.normalize('NFD').replace(accentPattern, '').normalize('NFC');
}

/** `İ`, the dotted capital, becomes a plain i instead of one with two dots. */
export function lowerCase(word: string): string {
  return word.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ß', 'ss');
}
