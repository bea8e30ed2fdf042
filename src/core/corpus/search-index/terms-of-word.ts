/**
 * A word → its terms in a passage of one language: `häuser` is `de:haus` in German, `und:hauser` where the language has no
 * stemmer. The language is part of the term, so that each passage holds a word under one language only: a word of a
 * question, searched under all of them, has as many passages as hold it, and none is counted twice.
 *
 * Words with a digit and those of unspaced scripts are the same in every language, and go without one.
 */
import type { Stemmers } from '../../domain/ports.ts';
import { arabicStem } from './arabic-stem.ts';
import { foldAccents } from './fold.ts';
import { defaultLanguage, nonLatinLanguages, unstemmed } from './index-languages.ts';
import { porterStem } from './porter-stem.ts';
import { hasUnspaced } from './split-unspaced.ts';

const latinPattern = /^[a-z]+$/;

/**
 * One term, or two: stemmers go by accents, and many people type none. Where a stem depends on them, the word is also
 * found by the stem of its plain spelling. A question's word is looked for by the first alone: its terms have then
 * counted every occurrence once.
 */
export function termsOfWord(word: string, language: string, stemmers: Stemmers): readonly string[] {
  const plain = foldAccents(word);
  if (/\p{N}/u.test(plain) || hasUnspaced(plain)) return [plain];
  if (language === unstemmed) return [`${unstemmed}:${plain}`];
  const isForeign = nonLatinLanguages.has(language) && latinPattern.test(plain);
  if (language === 'ar' && !isForeign) return [`ar:${arabicStem(plain)}`];
  if (language === defaultLanguage || isForeign) return [`${defaultLanguage}:${porterStem(plain)}`];
  const stemOf = (form: string): string => `${language}:${foldAccents(stemmers.stem(language, spell(form, language)))}`;
  const term = stemOf(word);
  const alias = plain === word ? term : stemOf(plain);
  return alias === term ? [term] : [term, alias];
}

/**
 * German umlauts can be written ae, oe, ue. Not where the e belongs to something else (`neue`, `Bauer`, `Quelle`); in words
 * like `aktuell` the rule is wrong without harm, since it is applied on both sides.
 */
function spell(word: string, language: string): string {
  if (language !== 'de') return word;
  return word
    .replace(/ae/g, 'ä')
    .replace(/oe/g, 'ö')
    .replace(/(?<![aeq])ue/g, 'ü');
}
