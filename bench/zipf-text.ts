import { randomFrom } from './random.ts';

const vocabularySize = 60_000;
const consonants = 'bdfgklmnprstvz';
const vowels = 'aou';

export type ZipfText = { readonly passages: readonly string[]; readonly queries: readonly string[] };

/**
 * Passages of 70 to 120 made-up words whose frequencies follow Zipf's law, as those of real text do, and queries of six
 * different words of one passage. The words are such that no stemmer changes them: every engine sees the same terms.
 */
export function zipfText(passageCount: number, queryCount: number): ZipfText {
  const random = randomFrom(42);
  const nextWord = createZipfWords();
  const draw = (): string => nextWord(random);
  const passages = Array.from({ length: passageCount }, () =>
    Array.from({ length: 70 + Math.floor(random() * 51) }, draw).join(' '),
  );
  const queries = Array.from({ length: queryCount }, () => {
    const source = [...new Set(passages[Math.floor(random() * passageCount)]!.split(' '))];
    const chosen = new Set<string>();
    while (chosen.size < 6) chosen.add(source[Math.floor(random() * source.length)]!);
    return [...chosen].join(' ');
  });
  return { passages, queries };
}

/** What draws made-up words whose frequencies follow Zipf's law. */
export function createZipfWords(): (random: () => number) => string {
  const words = Array.from({ length: vocabularySize }, (_, rank) => wordOf(rank));
  const cumulative = new Float64Array(vocabularySize);
  let total = 0;
  for (let rank = 0; rank < vocabularySize; rank++) {
    total += 1 / (rank + 1);
    cumulative[rank] = total;
  }
  return (random) => {
    const target = random() * total;
    let low = 0;
    let high = vocabularySize - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
}

/** Consonant and vowel in turn, at least two pairs. */
function wordOf(rank: number): string {
  const base = consonants.length * vowels.length;
  let rest = rank + base;
  let word = '';
  while (rest > 0) {
    const digit = rest % base;
    word += consonants[digit % consonants.length]! + vowels[Math.floor(digit / consonants.length)]!;
    rest = Math.floor(rest / base);
  }
  return word;
}
