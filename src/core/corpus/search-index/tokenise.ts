/**
 * Text → terms, the same for passages and questions. Compatibility forms, case and accents are folded; a word is a run
 * of letters and digits; English words are stemmed; there are no stop words, idf takes care of them.
 *
 * Scripts written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) and Hangul, whose particles cling to the word,
 * are cut into single characters and overlapping pairs. `Intl.Segmenter` would give words, but its dictionaries differ
 * between browsers, so that an index made in one could not be searched in another.
 */
import { porterStem } from './porter-stem.ts';

/** Changes whenever the same text could give other terms. Part of the index's fingerprint. */
export const tokeniserId = 'words-nfkc-fold-porter-pairs/1';

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const asciiWordPattern = /[a-z0-9]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
const asciiPattern = /^[\x00-\x7f]*$/;
const accentPattern = /[\u0300-\u036f]/g;
/** Soft hyphen, joiners, byte-order mark: invisible inside a word. */
const invisiblePattern = /[\u00ad\u200c-\u200d\u2060\ufeff]/g;
const unspaced =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const unspacedPattern = new RegExp(`[${unspaced}]`, 'u');
const runPattern = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const characterPattern = /\P{M}\p{M}*/gu;

/** Terms in order of appearance, repeated as often as they appear. Empty when the text holds no letter or digit. */
export function tokenise(text: string): string[] {
  return foldedWords(text).map(porterStem);
}

/** Words before stemming. The index builder stems each distinct word once. */
export function foldedWords(text: string): string[] {
  if (asciiPattern.test(text)) return text.toLowerCase().match(asciiWordPattern) ?? [];
  const folded = fold(text);
  const words: string[] = folded.match(wordPattern) ?? [];
  return unspacedPattern.test(folded) ? words.flatMap(splitUnspaced) : words;
}

/** Without accents `resume` finds `résumé`, which is also how the embedding model reads text. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accentPattern, '')
    .normalize('NFKC')
    .replace(invisiblePattern, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}

/** `東京都` → 東, 東京, 京, 京都, 都; `iphone手机` → iphone, 手, 手机, 机. */
function splitUnspaced(word: string): string[] {
  if (!unspacedPattern.test(word)) return [word];
  const terms: string[] = [];
  for (const run of word.match(runPattern) ?? []) {
    if (!unspacedPattern.test(run)) {
      terms.push(run);
      continue;
    }
    let previous = '';
    for (const character of run.match(characterPattern) ?? [run]) {
      if (previous !== '') terms.push(previous + character);
      terms.push(character);
      previous = character;
    }
  }
  return terms;
}
