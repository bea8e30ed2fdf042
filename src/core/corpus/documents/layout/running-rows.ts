import type { Row } from './page-text.ts';

export type PageRows = { readonly number: number; readonly height: number; readonly rows: readonly Row[] };

/** Rows from the top and from the bottom of a page that may be headers and footers. */
const edgeRows = 2;
/** Rows are at the same height when they differ by less than this many points. */
const heightStep = 3;
/** A text that stands at one height on this many pages is a running header or footer; in a file of few pages, on two… */
const minPages = 3;
const fewPages = 8;
/** …in the outer part of the page, as a share of its height. */
const repeatedZone = 0.15;
/** Changing headers (chapter titles) stand further out, at one height on this share of the pages… */
const steadyZone = 0.1;
const steadyShare = 0.6;
/** …and this many font heights away from the body. */
const steadyGap = 1.8;

const pageNumber =
  /^(?:[-–—·|[(]?\s*)?(?:page|p\.|seite|pág\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de)\s*\d{1,4})?(?:\s*[-–—·|\])])?$/i;

/**
 * Removes running headers, footers and page numbers: they repeat at the same height of many pages and would stand in the middle of
 * sentences that go on over the page's end. Of a text that repeats, the one on
 * the first page is kept: a letterhead is found nowhere else.
 * @param bodySize the document's usual font height; bigger rows are titles (of slides) and stay
 */
export function removeRunningRows(pages: readonly PageRows[], bodySize: number): PageRows[] {
  const repeated = new Map<string, number>();
  const steady = new Map<string, number>();
  for (const page of pages) {
    for (const { row, edge, gapToBody } of edgesOf(page)) {
      count(repeated, `${edge} ${heightOf(row)} ${patternOf(row)}`);
      // The first line of the body also stands at one height; but seldom apart from the second.
      if (isApart(row, gapToBody)) count(steady, `${edge} ${heightOf(row)}`);
    }
  }
  const needed = pages.length <= fewPages ? 2 : minPages;
  const firstPage = pages.find((page) => page.rows.length > 0);
  return pages.map((page) => {
    const removed = new Set<Row>();
    for (const { row, edge, gapToBody } of edgesOf(page)) {
      const key = `${edge} ${heightOf(row)} ${patternOf(row)}`;
      const fromEdge = (edge === 'top' ? row.baseline : page.height - row.baseline) / page.height;
      const isSteady =
        pages.length >= minPages &&
        fromEdge <= steadyZone &&
        (steady.get(`${edge} ${heightOf(row)}`) ?? 0) >= steadyShare * pages.length &&
        isApart(row, gapToBody) &&
        sizeOf(row) <= 1.1 * bodySize;
      const isRepeated = (repeated.get(key) ?? 0) >= needed && fromEdge <= repeatedZone;
      const isLetterhead = isRepeated && page === firstPage;
      if (pageNumber.test(textOf(row)) || (!isLetterhead && (isRepeated || isSteady))) removed.add(row);
    }
    return removed.size === 0 ? page : { ...page, rows: page.rows.filter((row) => !removed.has(row)) };
  });
}

type Edge = { readonly row: Row; readonly edge: 'top' | 'bottom'; readonly gapToBody: number };

function edgesOf({ rows, height }: PageRows): Edge[] {
  const edges: Edge[] = [];
  rows.forEach((row, place) => {
    const next = rows[place + 1];
    const previous = rows[place - 1];
    const isUpper = row.baseline < height / 2;
    if (isUpper && place < edgeRows) {
      edges.push({ row, edge: 'top', gapToBody: next ? next.baseline - row.baseline : Infinity });
    }
    if (!isUpper && place >= rows.length - edgeRows) {
      edges.push({ row, edge: 'bottom', gapToBody: previous ? row.baseline - previous.baseline : Infinity });
    }
  });
  return edges;
}

/** Where nothing else stands on the page, the row is its text. */
function isApart(row: Row, gapToBody: number): boolean {
  return gapToBody >= steadyGap * sizeOf(row) && gapToBody < Number.POSITIVE_INFINITY;
}

function sizeOf(row: Row): number {
  return Math.max(...row.segments.map((segment) => segment.size));
}

function textOf(row: Row): string {
  return row.segments.map((segment) => segment.text).join(' ');
}

/** Digits and roman numerals are where page numbers change. */
function patternOf(row: Row): string {
  return textOf(row).replace(/\d+|\b[ivxlc]+\b/g, '#');
}

function heightOf(row: Row): number {
  return Math.round(row.baseline / heightStep);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
