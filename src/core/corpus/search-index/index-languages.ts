/**
 * Languages as the index knows them: one for each passage, which decides how its words are stemmed. A question has none
 * of its own: it is short, often of a few names, so it is searched in every language that the index holds.
 */

/** Passages whose language says nothing about endings. Their words stay as they are. */
export const unstemmed = 'und';
/** Passages without enough letters to tell, and what the index knew before languages. */
export const defaultLanguage = 'en';

/** Languages whose stemmers are the index's own. */
const ownLanguages: ReadonlySet<string> = new Set([defaultLanguage, 'ar']);

/** Written in other letters than Latin ones: a Latin word in such a passage is English rather than of that language. */
export const nonLatinLanguages: ReadonlySet<string> = new Set(
  'am ar be bg bn el fa gu he hi hy ja ka kn ko ku lo ml mr or pa ru sr ta te th uk ur zh'.split(' '),
);

/**
 * The language that a passage in `code` is indexed by. Without a stemmer of ours, English where only foreign words are in
 * Latin letters, else none.
 * @param code ISO 639-1
 */
export function indexLanguageOf(code: string, stemmed: ReadonlySet<string>): string {
  if (ownLanguages.has(code) || stemmed.has(code)) return code;
  return nonLatinLanguages.has(code) ? defaultLanguage : unstemmed;
}
