import type { Span } from '../../core/domain/span.ts';

/** A stretch of a text, with its marks. */
export type Snippet = {
  readonly text: string;
  /** In `text`. */
  readonly marks: readonly Span[];
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
};

/** Characters shown before the first mark: a few words to read it in. */
const leadChars = 40;
/** How far a cut is moved to fall between words. Scripts without spaces are cut where they are. */
const reachChars = 24;

/** The part of a text that holds most different marked words, the first of such parts; its beginning where none is marked. */
export function snippetOf(text: string, marks: readonly Span[], maxChars: number): Snippet {
  if (text.length <= maxChars) return { text, marks, isCutBefore: false, isCutAfter: false };
  let best = { from: 0, wordCount: 0 };
  for (const { start } of marks) {
    const from = Math.max(0, Math.min(start - leadChars, text.length - maxChars));
    const wordCount = new Set(
      marksWithin(marks, from, from + maxChars).map((mark) => text.slice(mark.start, mark.end).toLowerCase()),
    ).size;
    if (wordCount > best.wordCount) best = { from, wordCount };
  }
  const inside = marksWithin(marks, best.from, best.from + maxChars);
  const start = wordStart(text, best.from, inside[0]?.start ?? best.from + reachChars);
  const end = wordEnd(text, Math.min(text.length, best.from + maxChars), inside.at(-1)?.end ?? start);
  return {
    text: text.slice(start, end),
    marks: inside.map((mark) => ({ start: mark.start - start, end: mark.end - start })),
    isCutBefore: text.slice(0, start).trim() !== '',
    isCutAfter: text.slice(end).trim() !== '',
  };
}

function marksWithin(marks: readonly Span[], from: number, to: number): readonly Span[] {
  return marks.filter(({ start, end }) => start >= from && end <= to);
}

/** The first beginning of a word from `from` on, but not behind `latest`. */
function wordStart(text: string, from: number, latest: number): number {
  if (from === 0 || /\s/u.test(text.charAt(from - 1))) return from;
  const space = text.slice(from, Math.min(latest, from + reachChars)).search(/\s/u);
  return space === -1 ? betweenCharacters(text, from) : from + space + 1;
}

/** The last end of a word up to `to`, but not before `earliest`. */
function wordEnd(text: string, to: number, earliest: number): number {
  if (to === text.length) return to;
  const tail = text.slice(Math.max(earliest, to - reachChars), to);
  const space = tail.search(/\s\S*$/u);
  return space === -1 ? betweenCharacters(text, to) : to - tail.length + space;
}

/** Not inside a surrogate pair. */
function betweenCharacters(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
