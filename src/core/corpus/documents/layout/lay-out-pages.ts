import type { DocumentWarning, ParsedDocument } from '../../../domain/document.ts';
import { createDocumentBuilder } from '../document-builder.ts';
import { collectWords } from '../join-lines.ts';
import { findContentsList } from './contents-list.ts';
import { findHeadings } from './find-headings.ts';
import { fragmentsToRows } from './fragments-to-rows.ts';
import { linesToBlocks } from './lines-to-blocks.ts';
import type { Bookmark, PageText } from './page-text.ts';
import { rowsToLines } from './rows-to-lines.ts';
import { removeRunningRows } from './running-rows.ts';
import { bodySizeOf, measureText } from './text-measures.ts';

export type LaidOutPages = Pick<ParsedDocument, 'text' | 'blocks' | 'pages'> & {
  readonly warnings: DocumentWarning[];
  /** Numbers of pages on which nothing but running headers and footers stands. */
  readonly emptyPages: readonly number[];
  /** The line of the largest type on the first page with text: what stands where a title would. */
  readonly largestLine: string | null;
};

/** Text of a paged document from where its pages draw it: rows, columns, paragraphs, headings, without running headers and footers. */
export function layOutPages(pages: readonly PageText[], bookmarks: readonly Bookmark[]): LaidOutPages {
  const warnings: DocumentWarning[] = [];
  const rows = pages.map((page) => ({ number: page.number, height: page.height, rows: fragmentsToRows(page) }));
  const bodies = removeRunningRows(rows, bodySizeOf(pages));
  const emptyPages = bodies.filter((page) => page.rows.length === 0).map((page) => page.number);
  const allLines = bodies.flatMap(rowsToLines);
  const contents = findContentsList(allLines, pages.length);
  const lines = allLines.filter((_, place) => !contents.has(place));
  if (contents.size > 0) {
    const listed = [...new Set(allLines.filter((_, place) => contents.has(place)).map((line) => line.page))];
    warnings.push({
      code: 'part-not-read',
      message: `The table of contents or index (${listed.length === 1 ? 'page' : 'pages'} ${listed.join(', ')}) was left out.`,
    });
  }
  const measures = measureText(lines);
  const builder = createDocumentBuilder();
  const words = collectWords(lines.map((line) => line.text.replace(/\S*-$/u, '')));
  linesToBlocks(
    lines,
    findHeadings(lines, bookmarks, measures),
    measures,
    words,
    pages.map((page) => page.number),
    builder,
  );
  const firstPage = lines.filter((line) => line.page === lines[0]?.page);
  const largest = firstPage.reduce((most, line) => Math.max(most, line.size), 0);
  const title = firstPage
    .filter((line) => line.size === largest && largest > measures.bodySize)
    .map((line) => line.text)
    .join(' ');
  return { ...builder.finish(), warnings, emptyPages, largestLine: title === '' ? null : title };
}
