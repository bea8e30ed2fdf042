/**
 * Light stemming of Arabic: L. Larkey, L. Ballesteros, M. Connell, "Light Stemming for Arabic Information Retrieval",
 * 2007, the variant light10: "and", the article with what clings to it, and endings of number, gender and possession.
 * Snowball's stemmer also takes off what looks like a verb's prefix, so that it parts the car from the cars.
 */

const and = 'و';
const articles = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل'] as const;
/** In this order, each at most once. */
const endings = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'] as const;

/** The least letters that must be left: three without "and", else two. */
const leastAfterAnd = 3;
const leastLetters = 2;

/** @param word with its letters folded: no vowel signs, one alef, ه for ة and ي for ى. Other scripts come back as they are. */
export function arabicStem(word: string): string {
  const article = articles.find((prefix) => word.startsWith(prefix) && word.length - prefix.length >= leastLetters);
  let stem = word;
  if (article !== undefined) stem = word.slice(article.length);
  else if (word.startsWith(and) && word.length - and.length >= leastAfterAnd) stem = word.slice(and.length);
  for (const ending of endings) {
    if (stem.endsWith(ending) && stem.length - ending.length >= leastLetters) stem = stem.slice(0, -ending.length);
  }
  return stem;
}
