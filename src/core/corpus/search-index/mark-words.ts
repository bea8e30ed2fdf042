import type { Stemmers } from '../../domain/ports.ts';
import type { Span } from '../../domain/span.ts';
import { foldAccents } from './fold.ts';
import { joiners } from './split-compound.ts';
import { hasUnspaced } from './split-unspaced.ts';
import { termsOfWord } from './terms-of-word.ts';
import { wordsOf } from './tokenise.ts';
import type { TypedWord } from './typed-words.ts';

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const joinedPattern = new RegExp(`${wordPattern.source}(?:[${joiners}]${wordPattern.source})*`, 'gu');

/**
 * Where in a text the words stand: spans of it, in order, not overlapping, each of whole words as they are written. So the
 * marks hold whatever folding and stemming do to the letters.
 */
export function createWordMarker(
  words: readonly TypedWord[],
  languages: readonly string[],
  stemmers: Stemmers,
): (text: string) => Span[] {
  const terms = new Set(words.flatMap((word) => word.terms));
  const prefixes = words.flatMap(({ prefix }) => prefix ?? []);
  const unspaced = [...terms].filter(hasUnspaced);
  const known = new Map<string, boolean>();

  const isMatch = (word: string): boolean =>
    prefixes.some((prefix) => foldAccents(word).startsWith(prefix)) ||
    languages.some((language) => termsOfWord(word, language, stemmers).some((term) => terms.has(term)));
  const isMatchingText = (text: string): boolean => {
    const matches = known.get(text) ?? wordsOf(text).some(isMatch);
    known.set(text, matches);
    return matches;
  };

  const marksIn = (joined: string): Span[] => {
    const parts = spansOf(joined, wordPattern);
    const marks = parts.flatMap(({ start, end }) => {
      const part = joined.slice(start, end);
      if (hasUnspaced(part)) return placesOf(unspaced, part).map((place) => moved(place, start));
      return isMatchingText(part) ? [{ start, end }] : [];
    });
    // Searched as one, written as two: `email` finds `e-mail`.
    const isWhole = marks.length === 0 && parts.length > 1 && !hasUnspaced(joined) && isMatchingText(joined);
    return isWhole ? [{ start: 0, end: joined.length }] : marks;
  };

  return (text) =>
    spansOf(text, joinedPattern).flatMap(({ start, end }) =>
      marksIn(text.slice(start, end)).map((mark) => moved(mark, start)),
    );
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length }));
}

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** Where any of the pieces stands, overlapping ones joined. */
function placesOf(pieces: readonly string[], text: string): Span[] {
  const places: Span[] = [];
  for (const piece of pieces) {
    for (let start = text.indexOf(piece); start >= 0; start = text.indexOf(piece, start + 1)) {
      places.push({ start, end: start + piece.length });
    }
  }
  places.sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: Span[] = [];
  for (const place of places) {
    const last = joined.at(-1);
    if (last && place.start <= last.end) joined[joined.length - 1] = { ...last, end: Math.max(last.end, place.end) };
    else joined.push(place);
  }
  return joined;
}
