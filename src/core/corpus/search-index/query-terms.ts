import { porterStem } from './porter-stem.ts';
import { foldedWords } from './tokenise.ts';

/**
 * English words that shape a question and say nothing of its subject: articles, pronouns, question words, prepositions,
 * forms of be, have and do. Without "will", "may" and "might", which are also a testament, a month and a force.
 */
const functionWords = new Set(
  `a an the this that these those there here
  i me my you your he him his she her hers it its we us our ours they them their theirs
  what which who whom whose when where why how
  am is are was were be been being have has had having do does did doing done can could should would shall must
  of in on at to from by for with about into than then so if or and but not no nor too very also just
  any some each both such all only own same other between during before after above below up down out off over under
  again once s t d ll m re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn
  please tell say said give show find as`.split(/\s+/),
);

/**
 * Terms that a question is searched by, repeated as often as they appear. In a small library a word like "have" is rare
 * enough to outweigh the question's subject, so function words are left out, unless nothing else is there ("Who?").
 * Passages keep theirs: the index does not depend on this list.
 */
export function queryTerms(question: string): string[] {
  const words = foldedWords(question);
  const subject = words.filter((word) => !functionWords.has(word));
  return (subject.length > 0 ? subject : words).map(porterStem);
}
