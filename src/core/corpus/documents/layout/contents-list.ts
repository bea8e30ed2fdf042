import type { Line } from './page-text.ts';

/** Fewer entries in a row may be anything, a price list for example. */
const minEntries = 5;
/** `Title . . . . . 12`, `Title      12`: an entry ends with a page number. */
const entryEnd = /(?:^|\s|\.)(\d{1,4}|[ivxlc]{1,7})$/i;
const contentsTitle = /^(?:table of )?contents$/i;
const leader = /(?:\.\s?){4,}|(?:…\s?){2,}|_{4,}/;

/**
 * Places of the lines of a table of contents, or of an index whose pages rise. It repeats every heading without saying anything, so it would match every question.
 * A run of lines counts when they end with page numbers that never fall and never pass the last page, and most have leaders
 * or a number apart from the title.
 */
export function findContentsList(lines: readonly Line[], pageCount: number): Set<number> {
  const found = new Set<number>();
  let run: { readonly place: number; readonly page: number; readonly isPlain: boolean }[] = [];
  const close = (): void => {
    const listed = run.filter((entry) => !entry.isPlain).length;
    if (listed >= minEntries && listed >= 0.5 * run.length) {
      for (const { place } of run) found.add(place);
      const above = (run[0]?.place ?? 0) - 1;
      if (contentsTitle.test(lines[above]?.text ?? '')) found.add(above);
    }
    run = [];
  };
  lines.forEach((line, place) => {
    const number = pageNumberOf(line);
    const last = run.at(-1);
    const isPlain = number !== undefined && line.cells.length < 2 && !leader.test(line.text);
    if (number === undefined || number > pageCount || (last && number < last.page)) close();
    if (number !== undefined && number <= pageCount) run.push({ place, page: number, isPlain });
  });
  close();
  return found;
}

function pageNumberOf(line: Line): number | undefined {
  const end = entryEnd.exec(line.text)?.[1];
  if (end === undefined || line.text.length === end.length) return undefined;
  // Roman numbers number the pages before page 1.
  return /^\d+$/.test(end) ? Number(end) : 0;
}
