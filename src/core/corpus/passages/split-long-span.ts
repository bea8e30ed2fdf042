import type { Span } from '../../domain/span.ts';
import { splitsPair } from '../../domain/splits-pair.ts';
import { charsPerWord, countWords } from './measure.ts';

/**
 * Cuts a span of more than `maxWords` into pieces of at most that, between words where there are any: after a clause if one ends in the
 * last third of a piece, else after a word. A run without spaces is cut between characters, never inside one.
 */
export function splitLongSpan(text: string, span: Span, maxWords: number): Span[] {
  const pieces: Span[] = [];
  let start = span.start;
  while (start < span.end) {
    const end = pieceEnd(text, start, span.end, maxWords);
    pieces.push({ start, end: start + text.slice(start, end).trimEnd().length });
    start = end + leadingSpace(text, end, span.end);
  }
  return pieces;
}

function pieceEnd(text: string, start: number, limit: number, maxWords: number): number {
  let words = 0;
  let place = start;
  let lastWord = start;
  let lastClause = start;
  while (place < limit) {
    // A run longer than this is too long whatever follows; looking on would make the whole quadratic.
    const wordEnd = nextSpace(text, place, Math.min(limit, place + (maxWords + 1) * charsPerWord));
    const size = countWords(text.slice(place, wordEnd));
    if (words + size > maxWords) {
      if (lastClause > start + (2 / 3) * (lastWord - start)) return lastClause;
      return lastWord > start
        ? lastWord
        : characterBorder(text, start, Math.min(limit, start + maxChars(text, start, limit, maxWords)));
    }
    words += size;
    lastWord = wordEnd;
    if (/[,;:–—)]$/u.test(text.slice(wordEnd - 1, wordEnd))) lastClause = wordEnd;
    place = wordEnd + leadingSpace(text, wordEnd, limit);
  }
  return limit;
}

/** How many characters of a run without spaces make `maxWords`. */
function maxChars(text: string, start: number, limit: number, maxWords: number): number {
  const most = Math.min(limit - start, maxWords * charsPerWord);
  let low = 1;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countWords(text.slice(start, start + middle)) <= maxWords) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The last border between characters as people see them, at or before `end`; after `start`. */
function characterBorder(text: string, start: number, end: number): number {
  let border = end;
  while (border > start && isInsideCharacter(text, border)) border--;
  if (border > start) return border;
  border = end;
  while (border < text.length && isInsideCharacter(text, border)) border++;
  return border;
}

function isInsideCharacter(text: string, offset: number): boolean {
  const code = text.codePointAt(offset);
  if (code === undefined) return false;
  if (splitsPair(text, offset)) return true;
  // Combining marks, joiners and skin tones belong to what stands before them; so does what follows a joiner.
  const isJoiner = code === 0x200c || code === 0x200d;
  return (
    text.charCodeAt(offset - 1) === 0x200d || isJoiner || /^[\p{M}\p{Emoji_Modifier}]/u.test(String.fromCodePoint(code))
  );
}

function nextSpace(text: string, from: number, limit: number): number {
  let place = from;
  while (place < limit && !/\s/.test(text.charAt(place))) place++;
  return place;
}

function leadingSpace(text: string, from: number, limit: number): number {
  let place = from;
  while (place < limit && /\s/.test(text.charAt(place))) place++;
  return place - from;
}
