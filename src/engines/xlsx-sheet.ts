// One worksheet: its rows, and what belongs to it in other members (tables, comments, what is drawn on it).
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { type CellRange, parseAddress, parseRange } from './cell-address.ts';
import type { Sheet, SheetRow } from './sheet-blocks.ts';
import { readRow, richText, type XlsxBook } from './xlsx-cells.ts';
import { relatedMembers } from './xlsx-relations.ts';
import { cutAround, cutElements } from './xml-cut.ts';
import {
  attribute,
  childElements,
  descend,
  elementsNamed,
  elementText,
  localName,
  parseXmlText,
  type XmlElement,
} from './xml-tree.ts';

/** Rows between two looks at the cancel signal. */
const rowsPerTurn = 1_000;
/** A value over more rows than this is not a label of each of them. */
const maxMergedRows = 1_000;

export type SheetSource = {
  /** The archive's name, for messages. */
  readonly file: string;
  readonly name: string;
  /** Of the sheet's member, with its XML. */
  readonly path: string;
  readonly xml: string;
  /** XML of other members. */
  readonly root: (path: string) => XmlElement | undefined;
  readonly book: XlsxBook;
  /** Takes the length of every row before anything is joined: a row of cells that share a long text is longer than any string. */
  readonly countChars: (chars: number) => void;
};

export type SheetFindings = {
  readonly onOpenFormula: (row: number, column: number) => void;
  readonly onDrawn: (kind: 'picture' | 'chart') => void;
};

/** @param pause waits for the next task, and throws once cancelled */
export async function readSheet(source: SheetSource, found: SheetFindings, pause: () => Promise<void>): Promise<Sheet> {
  const { file, name, path, xml, root } = source;
  const data = cutAround(xml, 'sheetData');
  const frame = parseXmlText(file, path, data ? data.outside : xml);
  const rows: SheetRow[] = [];
  let number = 0;
  let count = 0;
  for (const piece of cutElements(data?.inside ?? '', 'row')) {
    const row = readRow(parseXmlText(file, path, piece), number, source.book, found.onOpenFormula);
    number = row.number;
    source.countChars(row.cells.reduce((sum, cell) => sum + cell.text.length, 0));
    rows.push(row);
    if (++count % rowsPerTurn === 0) await pause();
  }
  const related = relatedMembers(path, root);
  const boxes = related.drawings.flatMap((drawing) => [...drawnTexts(drawing, found.onDrawn)]);
  return {
    name,
    rows: spreadMerged(rows, mergedRanges(frame)).filter(({ cells }) => cells.length > 0),
    tables: tableRanges(frame, related.tables),
    comments: commentsByRow(related.comments, related.threads, related.persons),
    loose: [...boxes, ...edgeTexts(frame)],
  };
}

function mergedRanges(frame: XmlElement): readonly CellRange[] {
  const list = descend(frame, 'mergeCells');
  return (list ? childElements(list, 'mergeCell') : []).flatMap(
    (cell) => parseRange(attribute(cell, 'ref') ?? '') ?? [],
  );
}

/** A value over several rows is said in each of them that holds anything else: the rows will be read one by one. */
function spreadMerged(rows: readonly SheetRow[], merged: readonly CellRange[]): readonly SheetRow[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (const { firstRow, lastRow, firstColumn } of merged) {
    const value = byNumber.get(firstRow)?.cells.find(({ column }) => column === firstColumn);
    if (!value || lastRow - firstRow >= maxMergedRows) continue;
    for (let number = firstRow + 1; number <= lastRow; number++) {
      const row = byNumber.get(number);
      if (!row || row.cells.length === 0) continue;
      const others = row.cells.filter(({ column }) => column !== firstColumn);
      byNumber.set(number, { number, cells: [...others, value].sort((a, b) => a.column - b.column) });
    }
  }
  return rows.map((row) => byNumber.get(row.number) ?? row);
}

/** Tables that the workbook names, and the range of its filter, whose first row names the columns too. */
function tableRanges(frame: XmlElement, tables: readonly XmlElement[]): readonly CellRange[] {
  const named = tables.filter((table) => attribute(table, 'headerRowCount') !== '0');
  const ranges = named.flatMap((table) => parseRange(attribute(table, 'ref') ?? '') ?? []);
  const filter = parseRange(attribute(descend(frame, 'autoFilter'), 'ref') ?? '');
  // Rows that were added later lie below the range of the filter.
  return filter ? [...ranges, { ...filter, lastRow: Number.POSITIVE_INFINITY }] : ranges;
}

function commentsByRow(
  notes: readonly XmlElement[],
  threads: readonly XmlElement[],
  persons: ReadonlyMap<string, string>,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  const threaded = new Set<string>();
  const add = (comment: XmlElement, text: string, author?: string): void => {
    const address = attribute(comment, 'ref') ?? '';
    const said = normaliseProse(text);
    if (said === '') return;
    const row = parseAddress(address)?.row ?? 0;
    found.set(row, [...(found.get(row) ?? []), `Comment ${author ? `by ${author} ` : ''}on ${address}: ${said}`]);
  };
  for (const comment of threads.flatMap((list) => childElements(list, 'threadedComment'))) {
    threaded.add(attribute(comment, 'ref') ?? '');
    const text = descend(comment, 'text');
    add(comment, text ? elementText(text) : '', persons.get(attribute(comment, 'personId') ?? ''));
  }
  for (const comment of notes.flatMap((list) => [...elementsNamed(list, 'comment')])) {
    // For older programs a thread is written a second time as a note.
    if (!threaded.has(attribute(comment, 'ref') ?? '')) add(comment, richText(descend(comment, 'text')));
  }
  return found;
}

/** Text in shapes, a paragraph each; pictures and charts are only told. */
function* drawnTexts(drawing: XmlElement, onDrawn: SheetFindings['onDrawn']): Generator<string> {
  for (const part of childElements(drawing)) {
    switch (localName(part)) {
      case 'pic':
        onDrawn('picture');
        break;
      case 'graphicFrame':
        onDrawn('chart');
        break;
      case 'p': {
        const text = normaliseProse([...elementsNamed(part, 't')].map(elementText).join(''));
        if (text !== '') yield text;
        break;
      }
      // The same once more, for older programs.
      case 'Fallback':
        break;
      default:
        yield* drawnTexts(part, onDrawn);
    }
  }
}

/** Headers and footers of printed pages, without their codes (`&C`, `&"Arial,Bold"`, `&P`). */
function edgeTexts(frame: XmlElement): readonly string[] {
  const edges = descend(frame, 'headerFooter');
  const texts = (edges ? childElements(edges) : []).map((edge) =>
    normaliseProse(
      elementText(edge).replace(/&(&|"[^"]*"|K[\dA-F]{6}|K\d\d[+-]\d{3}|\d+|[A-Z])/gi, (_, code) =>
        code === '&' ? '&' : ' ',
      ),
    ),
  );
  // Numbers of pages leave their words behind: “of”, “Page”.
  return [...new Set(texts)].filter((text) => text !== '' && !/^(?:page|of|page of|[\s/–-]*)$/i.test(text));
}
