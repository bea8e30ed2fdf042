import type { Stemmers } from '../../domain/ports.ts';
import { foldAccents } from './fold.ts';
import { functionWordsOf } from './function-words.ts';
import { termsOfWord } from './terms-of-word.ts';
import { wordsOf } from './tokenise.ts';

/** A word of a question, and what it is in the passages of each language. No passage holds more than one of the terms. */
export type QueryWord = { readonly word: string; readonly terms: readonly string[] };

/**
 * What a question is searched by, repeated as often as it appears, in the languages that the index holds. In a small
 * library a word like "have" is rare enough to outweigh the question's subject, so function words are left out, unless
 * nothing else is there ("Who?"). Passages keep theirs: the index does not depend on the lists.
 */
export function queryWords(question: string, languages: readonly string[], stemmers: Stemmers): readonly QueryWord[] {
  const words = wordsOf(question);
  const isFunctionWord = functionWordTest(words.map(foldAccents), languages);
  const subject = words.filter((word) => !isFunctionWord(foldAccents(word)));
  return (subject.length > 0 ? subject : words).map((word) => {
    const terms = languages.map((language) => termsOfWord(word, language, stemmers)[0] ?? word);
    return { word: foldAccents(word), terms: [...new Set(terms)] };
  });
}

/**
 * The lists overlap in words that are a subject elsewhere: German "die", English "die". So only the list of the question's
 * own language counts: of those held, the one that most of its words are on. Between equals, what is on every list.
 */
function functionWordTest(words: readonly string[], languages: readonly string[]): (word: string) => boolean {
  const lists = languages.map(functionWordsOf);
  const hits = lists.map((list) => words.filter((word) => list.has(word)).length);
  const most = Math.max(0, ...hits);
  const best = lists.filter((_, place) => most > 0 && hits[place] === most);
  return (word) => best.length > 0 && best.every((list) => list.has(word));
}
