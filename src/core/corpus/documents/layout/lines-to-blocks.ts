import type { DocumentBuilder } from '../document-builder.ts';
import { joinAllLines, joinLines } from '../join-lines.ts';
import { normaliseLines, normaliseProse } from '../normalise-text.ts';
import type { Line } from './page-text.ts';
import { isContinuedAcross, isNewParagraph, listMark } from './paragraph-breaks.ts';
import { isFull, type TextMeasures } from './text-measures.ts';

/** Between the cells of a row. */
const cellSeparator = ' | ';
/** Points. */
const alignedWithin = 3;
/** A chapter's number on a line of its own belongs to the title below it. */
const chapterNumber = /^(?:chapter|part|appendix|section|annex)\s+[\dIVXLC]+[A-Z]?[.:]?$|^appendix\s+[A-Z][.:]?$/i;

type Kind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code';
type Open = { kind: Kind; level: number; lines: Line[]; isContinuing: boolean };

/**
 * Lines in reading order as blocks. A paragraph that a page's or column's end cuts is one block again.
 * @param headings level by place in `lines`
 * @param pageNumbers every page, also ones without lines
 */
export function linesToBlocks(
  lines: readonly Line[],
  headings: ReadonlyMap<number, number>,
  measures: TextMeasures,
  words: ReadonlySet<string>,
  pageNumbers: readonly number[],
  builder: DocumentBuilder,
): void {
  let open: Open | undefined;
  /** Kind of the last block in the builder, for paragraphs that go on over a page's end. */
  let lastKind: Kind | undefined;
  const close = (): void => {
    if (!open) return;
    const text = textOf(open.kind, open.lines, words);
    if (open.isContinuing) builder.continueBlock(text, (head, next) => joinLines(head, next, words));
    else builder.addBlock(open.kind, text, open.level);
    lastKind = open.kind;
    open = undefined;
  };
  const begin = (kind: Kind, line: Line, level = 0, isContinuing = false): void => {
    close();
    open = { kind, level, lines: [line], isContinuing };
  };

  let nextPage = 0;
  lines.forEach((line, place) => {
    const previous = lines[place - 1];
    const level = headings.get(place) ?? 0;
    const kind = level > 0 ? 'heading' : kindOf(lines, place, line);
    if (previous?.page !== line.page) {
      close();
      while (nextPage < pageNumbers.length && (pageNumbers[nextPage] ?? 0) <= line.page)
        builder.beginPage(pageNumbers[nextPage++] ?? 0);
      const goesOn =
        previous &&
        kind === 'paragraph' &&
        (lastKind === 'paragraph' || lastKind === 'list-item') &&
        isContinuedAcross(previous, line);
      begin(kind, line, level, goesOn === true);
      return;
    }
    if (open && open.kind === 'heading' && level > 0 && isSameHeading(open, line, level)) {
      open.level = level;
      open.lines.push(line);
    } else if (
      open &&
      kind === 'code' &&
      open.kind === 'code' &&
      previous &&
      line.baseline - previous.baseline < 2.5 * line.size
    ) {
      open.lines.push(line);
    } else if (
      open &&
      (kind === 'paragraph' || isInlineCode(kind, open, previous)) &&
      (open.kind === 'paragraph' || open.kind === 'list-item') &&
      !isNewParagraph(open.lines, line, measures)
    ) {
      open.lines.push(line);
    } else begin(kind, line, level);
  });
  close();
  while (nextPage < pageNumbers.length) builder.beginPage(pageNumbers[nextPage++] ?? 0);
}

function kindOf(lines: readonly Line[], place: number, line: Line): Kind {
  if (line.isMonospace) return 'code';
  if (isTableRow(lines, place)) return 'table-row';
  return listMark.test(line.text) ? 'list-item' : 'paragraph';
}

/** A line of a paragraph may hold nothing but a long address or name in a monospaced font. */
function isInlineCode(kind: Kind, open: Open, previous: Line | undefined): boolean {
  return kind === 'code' && open.kind !== 'code' && previous !== undefined && isFull(previous) && !previous.isMonospace;
}

/** A heading over several lines, or a chapter's number above its title. */
function isSameHeading(open: Open, line: Line, level: number): boolean {
  const last = open.lines.at(-1);
  if (!last || last.page !== line.page) return false;
  if (open.lines.length === 1 && chapterNumber.test(last.text)) return line.baseline - last.baseline < 5 * line.size;
  const isClose = line.baseline - last.baseline > 0 && line.baseline - last.baseline < 1.6 * line.size;
  return (
    isClose && open.level === level && Math.abs(last.size - line.size) < 0.05 * line.size && last.font === line.font
  );
}

/** Several cells, and a neighbour with cells below or above two of them: anything else is a line with wide gaps, or a formula. */
function isTableRow(lines: readonly Line[], place: number): boolean {
  const line = lines[place];
  if (!line || line.cells.length < 2) return false;
  return [lines[place - 1], lines[place + 1]].some(
    (other) =>
      other !== undefined &&
      other.page === line.page &&
      other.column === line.column &&
      Math.abs(other.baseline - line.baseline) < 4 * line.size &&
      line.cells.filter((cell) => other.cells.some((over) => areAligned(cell, over))).length >= 2,
  );
}

type Cell = Line['cells'][number];

/** On the left, on the right, or in the middle. */
function areAligned(cell: Cell, over: Cell): boolean {
  const differences = [
    cell.left - over.left,
    cell.right - over.right,
    (cell.left + cell.right - over.left - over.right) / 2,
  ];
  return differences.some((difference) => Math.abs(difference) <= alignedWithin);
}

function textOf(kind: Kind, lines: readonly Line[], words: ReadonlySet<string>): string {
  if (kind === 'table-row')
    return normaliseProse(lines.flatMap((line) => line.cells.map((cell) => cell.text)).join(cellSeparator));
  if (kind === 'code') return normaliseLines(lines.map((line) => line.text).join('\n'));
  return normaliseProse(
    joinAllLines(
      lines.map((line) => line.text),
      words,
    ),
  );
}
