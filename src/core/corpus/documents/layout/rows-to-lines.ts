import type { Column, Line, Row, Segment } from './page-text.ts';
import type { PageRows } from './running-rows.ts';

/** The gutter between two columns lies in this part of the text's width. */
const gutterFrom = 0.35;
const gutterTo = 0.65;
/** Points between two places that are tried for the gutter. */
const gutterStep = 2;
/** At most this share of the characters may cross the gutter (titles, wide tables)… */
const maxCrossing = 0.4;
/** …and at least this share must stand on either side, in at least this many segments of at least this many characters on average. */
const minSide = 0.15;
const minSideSegments = 5;
const minSideChars = 18;

/** A page's rows in the order in which they are read: one column, or two columns between lines that span both. */
export function rowsToLines(page: PageRows): Line[] {
  const segments = page.rows.flatMap((row) => row.segments);
  const gutter = findGutter(segments);
  if (gutter === undefined) {
    const column = columnOf(segments);
    return page.rows.map((row) => lineOf(page.number, row.segments, column));
  }
  const sideOf = (segment: Segment): 'left' | 'right' | 'wide' =>
    segment.right <= gutter + 1 ? 'left' : segment.left >= gutter - 1 ? 'right' : 'wide';
  const bySide = (side: 'left' | 'right' | 'wide'): Segment[] => segments.filter((segment) => sideOf(segment) === side);
  const columns = { left: columnOf(bySide('left')), right: columnOf(bySide('right')), wide: columnOf(segments) };
  const lines: Line[] = [];
  let waiting: { readonly left: Line[]; readonly right: Line[] } = { left: [], right: [] };
  const flush = (): void => {
    lines.push(...waiting.left, ...waiting.right);
    waiting = { left: [], right: [] };
  };
  for (const row of page.rows) {
    const sides = splitRow(row, sideOf);
    if (sides.wide.length > 0) {
      flush();
      lines.push(lineOf(page.number, row.segments, columns.wide));
      continue;
    }
    if (sides.left.length > 0) waiting.left.push(lineOf(page.number, sides.left, columns.left));
    if (sides.right.length > 0) waiting.right.push(lineOf(page.number, sides.right, columns.right));
  }
  flush();
  return lines;
}

function splitRow(
  row: Row,
  sideOf: (segment: Segment) => 'left' | 'right' | 'wide',
): Record<'left' | 'right' | 'wide', Segment[]> {
  const sides: Record<'left' | 'right' | 'wide', Segment[]> = { left: [], right: [], wide: [] };
  for (const segment of row.segments) sides[sideOf(segment)].push(segment);
  return sides;
}

/** The x of the gutter where a page has two columns of running text; undefined where it has not. */
function findGutter(segments: readonly Segment[]): number | undefined {
  if (segments.length < 2 * minSideSegments) return undefined;
  const from = Math.min(...segments.map((segment) => segment.left));
  const to = Math.max(...segments.map((segment) => segment.right));
  const total = segments.reduce((sum, segment) => sum + segment.text.length, 0);
  let best: number | undefined;
  let fewest = maxCrossing * total;
  for (let x = from + gutterFrom * (to - from); x <= from + gutterTo * (to - from); x += gutterStep) {
    const side = { left: 0, right: 0, crossing: 0, leftCount: 0, rightCount: 0 };
    for (const { text, left, right } of segments) {
      if (right <= x + 1) {
        side.left += text.length;
        side.leftCount++;
      } else if (left >= x - 1) {
        side.right += text.length;
        side.rightCount++;
      } else side.crossing += text.length;
    }
    const isProse = (chars: number, count: number): boolean =>
      chars >= minSide * total && count >= minSideSegments && chars >= minSideChars * count;
    if (side.crossing < fewest && isProse(side.left, side.leftCount) && isProse(side.right, side.rightCount)) {
      fewest = side.crossing;
      best = x;
    }
  }
  return best;
}

/** Where a column's lines usually begin, and how far the longer ones reach. */
function columnOf(segments: readonly Segment[]): Column {
  const lefts = segments.map((segment) => segment.left).sort((a, b) => a - b);
  const rights = segments.map((segment) => segment.right).sort((a, b) => a - b);
  return { left: lefts[Math.floor(lefts.length * 0.1)] ?? 0, right: rights[Math.floor(rights.length * 0.9)] ?? 0 };
}

function lineOf(page: number, segments: readonly Segment[], column: Column): Line {
  const main = segments.reduce((most, segment) => (segment.text.length > most.text.length ? segment : most));
  return {
    page,
    text: segments.map((segment) => segment.text).join(' '),
    cells: segments,
    left: Math.min(...segments.map((segment) => segment.left)),
    right: Math.max(...segments.map((segment) => segment.right)),
    baseline: main.baseline,
    size: main.size,
    font: main.font,
    isMonospace: segments.every((segment) => segment.isMonospace),
    column,
  };
}
