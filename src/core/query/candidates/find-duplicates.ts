/**
 * Near-duplicates within a pool: copies of a document, boilerplate. A passage repeats a better-ranked one when
 *
 *   1. it has no word that the other lacks, so that leaving it out loses no name, no number, no "not"; and
 *   2. their sets of three-word runs overlap by at least 0.8 (Jaccard), so that it says the same in the same order.
 *
 * Case, spacing, punctuation and compatibility forms do not matter. Scripts without spaces are read by characters.
 */

/** Overlap of three-word runs from which two passages count as the same, 0 to 1. Raising it finds fewer. */
const duplicateOverlap = 0.8;

const wordPattern =
  /(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]\p{M}*|[\p{L}\p{N}\p{M}]+/gu;
const runLength = 3;

type Content = { readonly words: ReadonlySet<string>; readonly runs: ReadonlySet<string> };

/**
 * For each text, in the order of their ranks, the position of the first text it repeats, or null. What it repeats is
 * itself no repetition, so that marks never form chains.
 */
export function findDuplicates(texts: readonly string[]): (number | null)[] {
  const originals: { readonly position: number; readonly content: Content }[] = [];
  return texts.map((text, position) => {
    const content = contentOf(text);
    const original = originals.find((other) => repeats(content, other.content));
    if (original) return original.position;
    originals.push({ position, content });
    return null;
  });
}

function contentOf(text: string): Content {
  const words: string[] = text.normalize('NFKC').toLowerCase().match(wordPattern) ?? [];
  const runs = new Set<string>();
  // A text shorter than a run is one run.
  const lastStart = Math.max(0, words.length - runLength);
  for (let start = 0; start <= lastStart; start++) runs.add(words.slice(start, start + runLength).join(' '));
  return { words: new Set(words), runs };
}

function repeats(content: Content, original: Content): boolean {
  for (const word of content.words) if (!original.words.has(word)) return false;
  let shared = 0;
  for (const run of content.runs) if (original.runs.has(run)) shared++;
  return shared >= duplicateOverlap * (content.runs.size + original.runs.size - shared);
}
