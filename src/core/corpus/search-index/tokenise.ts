/**
 * Text → words, the same for passages and questions: runs of letters and digits in lower case, compounds whole and in
 * parts, unspaced scripts in characters and pairs. What becomes of a word in the index is decided by its language, in
 * terms-of-word.ts; there are no stop words, idf takes care of them.
 */
import { foldSigns, isAscii, lowerCase } from './fold.ts';
import { joiners, splitCompound } from './split-compound.ts';
import { charactersAndPairs, hasUnspaced, runsOf } from './split-unspaced.ts';

/** Changes whenever the same text could give other terms. Part of the index's fingerprint. */
export const tokeniserId = 'words-compounds-pairs-by-language/2';

const letter = '\\p{L}\\p{N}';
// A hyphen may end a line, a comma may only part three digits from more.
const joined = `(?:[${joiners}]|[-\\u2010]\\s*\\n\\s*|,(?=\\d{3}(?!\\d)))`;
const runPattern = new RegExp(`[${letter}][${letter}\\p{M}]*(?:${joined}[${letter}][${letter}\\p{M}]*)*`, 'gu');
const asciiRunPattern = /[a-z0-9]+(?:(?:[-_.']|-\s*\n\s*|,(?=\d{3}(?!\d)))[a-z0-9]+)*/gi;
/** Most words by far: nothing in them to split. */
const simplePattern = /^(?:[\p{Lu}]?[\p{Ll}\p{M}]+|[A-Z0-9]+|[0-9]+[a-z]*)$/u;

/** Words in order of appearance, repeated as often as they appear. Empty when the text holds no letter or digit. */
export function wordsOf(text: string): string[] {
  const plain = isAscii(text);
  const runs = plain ? text.match(asciiRunPattern) : foldSigns(text).match(runPattern);
  const words: string[] = [];
  for (const run of runs ?? []) {
    if (simplePattern.test(run)) words.push(lowerCase(run));
    else if (plain || !hasUnspaced(run)) words.push(...splitCompound(run));
    else
      words.push(
        ...runsOf(run).flatMap((part) => (hasUnspaced(part) ? charactersAndPairs(part) : splitCompound(part))),
      );
  }
  return words;
}
