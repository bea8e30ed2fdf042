/** Passages of a document → the language of each, from scores that a detector gives. */
import type { Passage } from '../../domain/passage.ts';
import type { LanguageDetector } from '../../domain/ports.ts';
import { defaultLanguage, indexLanguageOf } from './index-languages.ts';

type Scores = ReadonlyMap<string, number>;

/** Fewer letters have no say of their own: at fifteen words detectors go wrong, and are as sure as ever. */
const minLetters = 60;
/** By how much a passage's own language has to beat the document's. Neighbours such as Danish and Norwegian differ by less. */
const minLead = 0.05;
/** Detectors read the start of a text: a longer passage has no more to say than one of this length. */
const maxLetters = 300;

/**
 * A document is in the language that its passages score highest together. A passage has another when it is long enough and
 * clearly of that: a bilingual contract, a summary in English. A document of a few words, or none, is taken as English.
 * @param stemmed languages that the index has stemmers for
 */
export function passageLanguages(
  passages: readonly Pick<Passage, 'text'>[],
  detector: LanguageDetector,
  stemmed: ReadonlySet<string>,
): string[] {
  const scored = passages.map(({ text }) => ({ scores: detector.detect(text), letters: letterCount(text) }));
  const letters = scored.reduce((sum, passage) => sum + passage.letters, 0);
  const total = sumOf(scored);
  const [first, second] = [...total].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const lead = first ? (first[1] - (second?.[1] ?? 0)) / letters : 0;
  const ofDocument = first && (letters >= minLetters || lead >= minLead) ? first[0] : defaultLanguage;
  return scored.map((passage) => {
    const own = passage.letters < minLetters ? ofDocument : clearLanguage(passage.scores, ofDocument);
    return indexLanguageOf(own, stemmed);
  });
}

function clearLanguage(scores: Scores, otherwise: string): string {
  const least = (scores.get(otherwise) ?? 0) + minLead;
  let best = otherwise;
  for (const [language, score] of scores) if (score >= least && score > (scores.get(best) ?? 0)) best = language;
  return best;
}

/** Scores times letters. */
function sumOf(scored: readonly { readonly scores: Scores; readonly letters: number }[]): Scores {
  const total = new Map<string, number>();
  for (const { scores, letters } of scored) {
    const weight = Math.min(maxLetters, letters);
    for (const [language, score] of scores) total.set(language, (total.get(language) ?? 0) + weight * score);
  }
  return total;
}

function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
