/**
 * What stands in a search box → the words to look for. Unlike a question it is searched while it is being written: a last
 * word with nothing behind it may go on, and stands for every word that begins like it.
 */
import type { Stemmers } from '../../domain/ports.ts';
import { foldAccents } from './fold.ts';
import { functionWordsOf } from './function-words.ts';
import { queryWords } from './query-words.ts';
import { hasUnspaced } from './split-unspaced.ts';
import { termsOfWord } from './terms-of-word.ts';
import { wordsOf } from './tokenise.ts';

export type TypedWord = {
  /** What the word is in the passages of each language. Of one that may go on, also what its endings may make of it. */
  readonly terms: readonly string[];
  /** How a word must begin, without accents; null for a word that is whole. */
  readonly prefix: string | null;
};

const lastWordPattern = /[\p{L}\p{N}\p{M}]+$/u;

/** Fewer letters are no word that an ending could have been taken off. */
const minEndedLetters = 3;

/**
 * Endings that stemmers take off. The index holds stems, so `hibernat` begins no term, although `hibernation` is there as
 * `hibern`: what was typed is tried with all that may follow.
 */
const endings =
  `ations izations ings ed es ers ements nesses ities ively ably ously ally ionally ancy ances ences isms ists
  fully lessly ical icate ying ungen lichkeiten heiten keiten isches ieren ements euses amente aciones ções mente zioni
  endo ando elijk`.split(/\s+/);
const endingTails: ReadonlySet<string> = new Set(
  endings.flatMap((ending) =>
    tailsOf(ending).flatMap((tail) => [tail, tail.replace(/s$/, ''), tail.replace(/s$/, 'e')]),
  ),
);

function tailsOf(ending: string): string[] {
  return Array.from(ending, (_, start) => ending.slice(start));
}

/** Without function words where there are others. Empty when the text holds no letter or digit. */
export function typedWords(text: string, languages: readonly string[], stemmers: Stemmers): readonly TypedWord[] {
  const last = lastWordPattern.exec(text)?.[0] ?? '';
  // In scripts without spaces every character is a word already.
  if (last === '' || hasUnspaced(last)) return wholeWords(text, languages, stemmers);
  const before = wholeWords(text.slice(0, text.length - last.length), languages, stemmers);
  const begun = begunWord(last, languages, stemmers);
  if (begun === null) return before;
  const isFunctionWord = (word: string) => languages.some((language) => functionWordsOf(language).has(word));
  return [...(before.every(({ word }) => isFunctionWord(word)) ? [] : before), begun];
}

function wholeWords(
  text: string,
  languages: readonly string[],
  stemmers: Stemmers,
): readonly (TypedWord & { readonly word: string })[] {
  const words = queryWords(text, languages, stemmers).map((entry) => ({ ...entry, prefix: null }));
  // Of 東京, 東 alone would find every passage on the east.
  const pairs = words.filter(({ word }) => hasUnspaced(word) && isPair(word)).map(({ word }) => word);
  return words.filter(({ word }) => isPair(word) || !pairs.some((pair) => pair.includes(word)));
}

const isPair = (word: string): boolean => word.replace(/\p{M}/gu, '').length > 1;

function begunWord(text: string, languages: readonly string[], stemmers: Stemmers): TypedWord | null {
  const [word] = wordsOf(text);
  if (word === undefined) return null;
  const prefix = foldAccents(word);
  const terms = new Set<string>();
  const longer = prefix.length < minEndedLetters ? [] : [...endingTails].map((ending) => word + ending);
  for (const language of languages) {
    for (const form of [word, ...longer]) {
      const term = termsOfWord(form, language, stemmers)[0] ?? form;
      if (!term.startsWith(prefix, term.indexOf(':') + 1)) terms.add(term);
    }
  }
  return { terms: [...terms], prefix };
}
