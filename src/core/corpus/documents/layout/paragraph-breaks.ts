import type { Line } from './page-text.ts';
import { isFull, type TextMeasures } from './text-measures.ts';

/** What an item of a list, or an entry of a bibliography, begins with. */
export const listMark = /^(?:[•‣◦▪●○∙·–—*]|-(?=\s)|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)|\d{1,3}\.|\[\d{1,3}\])\s+\S/u;

/** A distance this much above the usual one begins a paragraph. */
const wideLeading = 1.22;
/** Indents, in font heights. */
const indent = 0.8;
/** A line that ends this share of the column's width before the column's end is short. */
const shortBy = 0.15;
const veryShortBy = 0.45;

const sentenceEnd = /[.!?:…][\p{Pe}\p{Pf}"'’”]*\d{0,3}$/u;

/** True where `line` begins a paragraph of its own after the lines of an open one, all on one page. */
export function isNewParagraph(open: readonly Line[], line: Line, measures: TextMeasures): boolean {
  const last = open.at(-1);
  const first = open[0];
  if (!last || !first) return true;
  if (Math.abs(line.size - last.size) > 0.06 * Math.max(line.size, last.size)) return true;
  if (last.column !== line.column || line.baseline < last.baseline) return !isContinuedAcross(last, line);
  if (line.baseline - last.baseline > wideLeading * measures.leading * line.size) return true;
  const ends = sentenceEnd.test(last.text);
  if (line.left > last.left + indent * line.size && ends && !listMark.test(first.text)) return true;
  if (open.length > 1 && line.left < last.left - indent * line.size) return true;
  const width = Math.max(1, line.column.right - line.column.left);
  const room = (line.column.right - last.right) / width;
  // A line that stops early, with a sentence's end or with half the column empty, was meant to stop there.
  return (
    (room > shortBy && ends && /^[\p{Lu}\p{Lo}\p{N}“"‘(]/u.test(line.text)) ||
    (room > veryShortBy && !/[-\u00ad,]$/u.test(last.text))
  );
}

/** True where a paragraph goes on from the last line of one page or column to the first of the next. */
export function isContinuedAcross(last: Line, line: Line): boolean {
  if (Math.abs(line.size - last.size) > 0.06 * Math.max(line.size, last.size) || listMark.test(line.text)) return false;
  if (last.cells.length > 1 || line.cells.length > 1) return false;
  if (/^\p{Ll}/u.test(line.text)) return !sentenceEnd.test(last.text) || /[-\u00ad]$/u.test(last.text);
  return isFull(last) && !sentenceEnd.test(last.text) && line.left <= line.column.left + indent * line.size;
}
