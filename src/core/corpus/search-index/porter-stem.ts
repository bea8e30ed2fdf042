/**
 * English stemming: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, in the exact form of the
 * paper (Lucene's PorterStemFilter and Snowball's `porter`). Words of other languages pass through the same rules,
 * which does no harm to matching: question and passage are treated alike.
 */

const suffixes2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const suffixes3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

// Longest first: of several that fit, the paper takes the longest.
const suffixes4: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ion',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'al',
  'er',
  'ic',
  'ou',
];

/** Stem of a lower-case word. Anything but a–z, and words of one or two letters, come back as they are. */
export function porterStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let stem = stripPlural(word);
  stem = stripPast(stem);
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, suffixes2);
  stem = replaceSuffix(stem, suffixes3);
  stem = stripSuffix(stem);
  return tidyEnd(stem);
}

/** Step 1a. */
function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  if (word.endsWith('ss') || !word.endsWith('s')) return word;
  return word.slice(0, -1);
}

/** Step 1b. */
function stripPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0) return word;
  const stem = word.slice(0, -cut);
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDoubled(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Steps 2 and 3: the longest suffix that fits decides, also when its condition fails. */
function replaceSuffix(word: string, rules: readonly (readonly [string, string])[]): string {
  let suffix = '';
  let replacement = '';
  for (const [candidate, by] of rules) {
    if (candidate.length > suffix.length && word.endsWith(candidate)) {
      suffix = candidate;
      replacement = by;
    }
  }
  const stem = word.slice(0, word.length - suffix.length);
  return suffix !== '' && measure(stem) > 0 ? stem + replacement : word;
}

/** Step 4. */
function stripSuffix(word: string): string {
  const suffix = suffixes4.find((candidate) => word.endsWith(candidate));
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  if (suffix === 'ion' && !/[st]$/.test(stem)) return word;
  return measure(stem) > 1 ? stem : word;
}

/** Step 5. */
function tidyEnd(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const shorter = stem.slice(0, -1);
    const count = measure(shorter);
    if (count > 1 || (count === 1 && !endsShort(shorter))) stem = shorter;
  }
  return stem.endsWith('ll') && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}

/** `y` is a consonant at the start and after a vowel. */
function isConsonant(word: string, position: number): boolean {
  const letter = word[position];
  if (letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u') return false;
  return letter !== 'y' || position === 0 || !isConsonant(word, position - 1);
}

/** The paper's m: how often a vowel is followed by a consonant. */
function measure(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let position = 0; position < word.length; position++) {
    const consonant = isConsonant(word, position);
    if (consonant && afterVowel) count++;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let position = 0; position < word.length; position++) if (!isConsonant(word, position)) return true;
  return false;
}

function endsDoubled(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** The paper's *o: consonant, vowel, consonant, and the last is not w, x or y. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last >= 2 &&
    isConsonant(word, last) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) &&
    !/[wxy]$/.test(word)
  );
}
