import type { Bookmark, Line } from './page-text.ts';
import { isFull, type TextMeasures } from './text-measures.ts';

/** Lines this much larger than the body are headings. */
const largerBy = 1.13;
const maxHeadingChars = 200;
/** A line in another font of the body's size may be a heading when it is this short. */
const maxSameSizeChars = 90;
/** …and stands this many usual line distances below the line before. */
const sameSizeGap = 1.25;

/**
 * Which lines are headings, and their level 1–6, by place in `lines`. Bookmarks name headings for certain; where a file has none, or not
 * for all, larger type and short lines in a font of their own do.
 */
export function findHeadings(
  lines: readonly Line[],
  bookmarks: readonly Bookmark[],
  measures: TextMeasures,
): ReadonlyMap<number, number> {
  const levels = new Map<number, number>();
  const marked = new Map<string, Bookmark[]>();
  for (const bookmark of bookmarks) {
    const key = keyOf(bookmark.title);
    if (key !== '') marked.set(key, [...(marked.get(key) ?? []), bookmark]);
  }
  const looked: number[] = [];
  /** Level at each size, as far as bookmarks tell. */
  const levelOfSize = new Map<number, number>();
  lines.forEach((line, place) => {
    if (!couldBeHeading(line)) return;
    const bookmark = matchingBookmark(lines, place, marked);
    if (bookmark) {
      const level = Math.min(6, bookmark.depth);
      levels.set(place, level);
      if (!levelOfSize.has(line.size)) levelOfSize.set(line.size, level);
    } else if (looksLikeHeading(lines, place, measures)) looked.push(place);
  });
  const sizes = [...new Set(looked.map((place) => lines[place]?.size ?? 0))].sort((a, b) => b - a);
  for (const place of looked) {
    const line = lines[place];
    if (line) levels.set(place, levelBySize(line.size, levelOfSize, sizes));
  }
  return levels;
}

function levelBySize(size: number, levelOfSize: ReadonlyMap<number, number>, sizes: readonly number[]): number {
  if (levelOfSize.size === 0) return Math.min(6, sizes.indexOf(size) + 1);
  const exact = levelOfSize.get(size);
  if (exact !== undefined) return exact;
  const above = [...levelOfSize].filter(([known]) => known > size).map(([, level]) => level);
  return above.length === 0 ? 1 : Math.min(6, Math.max(...above) + 1);
}

/** Numbers before a title differ between bookmarks and pages (`1.1 Scope`, `Scope`), spaces and case too. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^(?:chapter|section|appendix|part)?\s*(?:\d+|[a-z](?=\.))(?:\.\d+)*[.:)]?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A bookmark on this line's page (or of unknown page) whose title this line is, or begins with the rest on the next line. */
function matchingBookmark(
  lines: readonly Line[],
  place: number,
  marked: ReadonlyMap<string, readonly Bookmark[]>,
): Bookmark | undefined {
  const line = lines[place];
  if (!line || marked.size === 0) return undefined;
  const next = lines[place + 1];
  const keys = [keyOf(line.text)];
  if (next && next.page === line.page && next.size === line.size) keys.push(keyOf(`${line.text} ${next.text}`));
  for (const key of keys) {
    const bookmark = marked.get(key)?.find(({ page }) => page === null || page === line.page);
    if (bookmark) return bookmark;
  }
  return undefined;
}

function couldBeHeading(line: Line): boolean {
  return line.text.length <= maxHeadingChars && /\p{L}/u.test(line.text) && !line.isMonospace;
}

function looksLikeHeading(lines: readonly Line[], place: number, measures: TextMeasures): boolean {
  const line = lines[place];
  if (!line || line.cells.length > 2) return false;
  if (line.size >= largerBy * measures.bodySize) return true;
  if (line.cells.length > 1 || line.font === measures.bodyFont || line.size < 0.97 * measures.bodySize) return false;
  if (
    line.text.length > maxSameSizeChars ||
    !/^[\p{Lu}\p{Lo}\p{N}§“"‘(]/u.test(line.text) ||
    /[.,;。]$/.test(line.text)
  )
    return false;
  // Formulas are set in fonts of their own too; they hold no words.
  if (!/\p{L}{3}|[\p{Lo}]/u.test(line.text)) return false;
  const previous = lines[place - 1];
  const next = lines[place + 1];
  const isApart =
    !previous ||
    previous.page !== line.page ||
    previous.column !== line.column ||
    line.baseline - previous.baseline >= sameSizeGap * measures.leading * measures.bodySize;
  // A line that fills its column is the first of a paragraph.
  return isApart && !isFull(line) && next !== undefined && next.font === measures.bodyFont;
}
