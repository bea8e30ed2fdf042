// Word overlap as the data's own floors define it: BM25 (k1 0.9, b 0.4) over the pool, with a fixed mean length of 60 words,
// unstemmed words, and a short list of stop words. Not the app's BM25: a floor must not move when the app's search does.
const stopWords = new Set(
  (
    'a an the of in on at to for and or is are was were be been by with from as it its that this which who whom what when ' +
    'where how did do does has have had not'
  ).split(' '),
);
const k1 = 0.9;
const b = 0.4;
const meanLength = 60;

export type Overlap = { readonly number: number; readonly score: number };

/** Texts by falling score; of equal ones the later first. Numbers count from 1. */
export function byWordOverlap(question: string, texts: readonly string[]): readonly Overlap[] {
  const words = texts.map(wordsOf);
  const counts = words.map(countWords);
  const asked = new Set(wordsOf(question));
  const weights = new Map(
    [...asked].map((word) => {
      const holding = counts.filter((count) => count.has(word)).length;
      return [word, Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5))];
    }),
  );
  const overlaps = counts.map((count, position): Overlap => {
    const norm = k1 * (1 - b + (b * (words[position]?.length ?? 0)) / meanLength);
    let score = 0;
    for (const [word, weight] of weights) {
      const times = count.get(word) ?? 0;
      if (times > 0) score += (weight * times * (k1 + 1)) / (times + norm);
    }
    return { number: position + 1, score };
  });
  return overlaps.sort((left, right) => right.score - left.score || right.number - left.number);
}

function wordsOf(text: string): readonly string[] {
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word));
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
