/**
 * Scripts written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) and Hangul, whose particles cling to the word,
 * are cut into single characters and overlapping pairs. `Intl.Segmenter` would give words, but its dictionaries differ
 * between browsers, so that an index made in one could not be searched in another.
 */
const unspaced =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const unspacedPattern = new RegExp(`[${unspaced}]`, 'u');
const runPattern = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const characterPattern = /\P{M}\p{M}*/gu;

export function hasUnspaced(text: string): boolean {
  return unspacedPattern.test(text);
}

/** `iphone手机` → iphone, 手机: runs of the one kind and of the other. */
export function runsOf(word: string): readonly string[] {
  return word.match(runPattern) ?? [];
}

/** `東京都` → 東, 東京, 京, 京都, 都. */
export function charactersAndPairs(run: string): string[] {
  const terms: string[] = [];
  let previous = '';
  for (const character of run.match(characterPattern) ?? [run]) {
    if (previous !== '') terms.push(previous + character);
    terms.push(character);
    previous = character;
  }
  return terms;
}
