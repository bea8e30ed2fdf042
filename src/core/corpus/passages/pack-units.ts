import type { Unit } from './passage-units.ts';

export type PackLimits = {
  /** A passage has at most this many words. */
  readonly maxWords: number;
  /** A last passage shorter than this joins the one before where `maxJoinedWords` allows. */
  readonly minWords: number;
  readonly maxJoinedWords: number;
};

/** A block's start ends a passage once it is filled to this share. */
const goodFill = 0.65;

/**
 * Packs the units of one section into passages of even length: the remaining words are shared out again at each passage's start, so that no
 * section ends with a scrap. Passages end between blocks where that keeps them well filled, else between sentences.
 */
export function packUnits(units: readonly Unit[], limits: PackLimits): Unit[][] {
  const packs: Unit[][] = [];
  let remaining = units.reduce((sum, unit) => sum + unit.words, 0);
  let pack: Unit[] = [];
  let words = 0;
  let target = shareOf(remaining, limits.maxWords);
  units.forEach((unit, place) => {
    if (pack.length > 0 && endsBefore(units, place, words, target, limits.maxWords)) {
      packs.push(pack);
      remaining -= words;
      target = shareOf(remaining, limits.maxWords);
      pack = [];
      words = 0;
    }
    pack.push(unit);
    words += unit.words;
  });
  if (pack.length > 0) packs.push(pack);
  joinScrap(packs, limits);
  return packs;
}

function shareOf(words: number, maxWords: number): number {
  return words / Math.max(1, Math.ceil(words / maxWords));
}

function endsBefore(units: readonly Unit[], place: number, words: number, target: number, maxWords: number): boolean {
  const unit = units[place];
  if (!unit) return true;
  if (words + unit.words > maxWords) return true;
  if (words < goodFill * target) return false;
  // Whole blocks where they fit; a block that is begun is finished if it can be.
  const fits = words + blockWords(units, place) <= maxWords;
  return unit.startsBlock ? words >= target || !fits : words >= target && !fits;
}

/** Words from this unit to the end of its block. */
function blockWords(units: readonly Unit[], place: number): number {
  let words = units[place]?.words ?? 0;
  for (let next = place + 1; units[next]?.startsBlock === false; next++) words += units[next]?.words ?? 0;
  return words;
}

function joinScrap(packs: Unit[][], limits: PackLimits): void {
  const last = packs.at(-1);
  const before = packs.at(-2);
  if (!last || !before) return;
  const lastWords = last.reduce((sum, unit) => sum + unit.words, 0);
  const beforeWords = before.reduce((sum, unit) => sum + unit.words, 0);
  if (lastWords >= limits.minWords || lastWords + beforeWords > limits.maxJoinedWords) return;
  before.push(...last);
  packs.pop();
}
