// A sheet of a workbook as blocks: its name, then its rows, each with its number and the names of its columns.
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import type { CellRange } from './cell-address.ts';
import { cellSeparator } from './html-table.ts';
import type { TextBlock } from './html-to-blocks.ts';
import { areNames, isValueLike, rowText } from './named-rows.ts';

/** `column` is 0-based; the text is normalised and never empty. `isValue`: a number, a date, yes or no. */
export type SheetCell = { readonly column: number; readonly text: string; readonly isValue: boolean };

/** A row that has text, its cells from left to right. `number` is 1-based, as the program shows it. */
export type SheetRow = { readonly number: number; readonly cells: readonly SheetCell[] };

export type Sheet = {
  readonly name: string;
  /** From top to bottom. */
  readonly rows: readonly SheetRow[];
  /** Ranges whose first row names the columns, because the workbook says so. */
  readonly tables: readonly CellRange[];
  /** What people wrote about cells, by the number of the row. */
  readonly comments: ReadonlyMap<number, readonly string[]>;
  /** Text that lies on the sheet or around it: boxes, headers, footers. */
  readonly loose: readonly string[];
};

/** Nothing for a sheet without any text. */
export function* sheetBlocks(sheet: Sheet): Generator<TextBlock> {
  if (sheet.rows.length + sheet.comments.size + sheet.loose.length === 0) return;
  yield { kind: 'heading', level: 1, text: normaliseProse(sheet.name) };
  const open = [...sheet.comments].sort(([a], [b]) => a - b);
  const commentsTo = function* (row: number): Generator<TextBlock> {
    for (let next = open[0]; next && next[0] <= row; next = open[0]) {
      for (const text of next[1]) yield { kind: 'quote', level: 0, text };
      open.shift();
    }
  };
  for (const { number, text } of rowLines(sheet)) {
    yield { kind: 'table-row', level: 0, text: `Row ${number}${cellSeparator}${text}` };
    yield* commentsTo(number);
  }
  yield* commentsTo(Number.POSITIVE_INFINITY);
  for (const text of sheet.loose) yield { kind: 'paragraph', level: 0, text };
}

type RowLine = { readonly number: number; readonly text: string };
/** Column → its name. */
type Names = ReadonlyMap<number, string>;

const none: Names = new Map();

function* rowLines({ rows, tables }: Sheet): Generator<RowLine> {
  let names = none;
  for (const region of regionsOf(rows, tables)) {
    const { table } = region;
    if (table) yield* tableLines(region.rows, table);
    else {
      const { titles, header, body, isContinued } = readRegion(region.rows, names);
      names = header ? namesIn(header) : isContinued ? names : none;
      for (const row of titles) yield line(row, none);
      for (const row of body) yield line(row, names);
    }
  }
}

function* tableLines(rows: readonly SheetRow[], table: CellRange): Generator<RowLine> {
  const isInside = ({ column }: SheetCell): boolean => column >= table.firstColumn && column <= table.lastColumn;
  const [first] = rows;
  const hasHeader = first?.number === table.firstRow && rows.length > 1;
  const names: Names = hasHeader ? namesIn({ ...first, cells: first.cells.filter(isInside) }) : none;
  for (const row of rows) {
    // Of the row of names only what stands beside the table.
    const cells = row === first && hasHeader ? row.cells.filter((cell) => !isInside(cell)) : row.cells;
    if (cells.length > 0) yield line({ ...row, cells }, names);
  }
}

const namesIn = ({ cells }: SheetRow): Names => new Map(cells.map(({ column, text }) => [column, text]));

function line({ number, cells }: SheetRow, names: Names): RowLine {
  return { number, text: rowText(cells.map(({ column, text }) => ({ value: text, name: names.get(column) }))) };
}

type Region = { readonly table: CellRange | undefined; readonly rows: readonly SheetRow[] };

/** Rows without an empty row or the edge of a known table between them. */
function* regionsOf(rows: readonly SheetRow[], tables: readonly CellRange[]): Generator<Region> {
  const ordered = [...tables].sort((a, b) => a.firstRow - b.firstRow);
  let open: SheetRow[] = [];
  let table: CellRange | undefined;
  for (const row of rows) {
    while (ordered[0] && ordered[0].lastRow < row.number) ordered.shift();
    const [next] = ordered;
    const here = next && next.firstRow <= row.number ? next : undefined;
    const last = open.at(-1);
    // An empty row inside a known table ends nothing.
    if (last && (here !== table || (!here && row.number > last.number + 1))) {
      yield { table, rows: open };
      open = [];
    }
    table = here;
    open.push(row);
  }
  if (open.length > 0) yield { table, rows: open };
}

type RegionReading = {
  readonly titles: readonly SheetRow[];
  readonly header: SheetRow | undefined;
  readonly body: readonly SheetRow[];
  /** True where the rows belong to the table above the empty row. */
  readonly isContinued: boolean;
};

/**
 * Rows of one cell above wider ones are titles; the next may name the columns. That is believed only where a form (`Tenant | Ada`) cannot
 * look the same: a false name would make a false statement, no name is only less.
 */
function readRegion(rows: readonly SheetRow[], namesAbove: Names): RegionReading {
  const wide = rows.findIndex(({ cells }) => cells.length > 1);
  const titles = rows.slice(0, Math.max(0, wide));
  const body = rows.slice(titles.length);
  const [first, ...below] = body;
  if (!first) return { titles, header: undefined, body, isContinued: false };
  const couldName = below.length > 0 && namesColumns(first);
  const isPlainTable = first.cells.length > 2 && namesAbove.size === 0;
  if (couldName && (isPlainTable || hasValueColumn(first, below))) {
    return { titles, header: first, body: below, isContinued: false };
  }
  const isContinued =
    wide >= 0 &&
    titles.length === 0 &&
    first.cells.some(holdsValue) &&
    first.cells.every(({ column }) => namesAbove.has(column));
  return { titles, header: undefined, body, isContinued };
}

/** True where one of the columns holds nothing but numbers and dates; in narrow tables, two at least. */
function hasValueColumn(header: SheetRow, below: readonly SheetRow[]): boolean {
  const least = header.cells.length > 2 ? 1 : 2;
  return header.cells.some(({ column }) => {
    const found = below.flatMap(({ cells }) => cells.find((cell) => cell.column === column) ?? []);
    return found.length >= least && found.every(holdsValue);
  });
}

const holdsValue = ({ text, isValue }: SheetCell): boolean => isValue || isValueLike(text);

/** Words, all different, with no empty cell between them. */
function namesColumns({ cells }: SheetRow): boolean {
  const width = (cells.at(-1)?.column ?? 0) - (cells[0]?.column ?? 0) + 1;
  return width === cells.length && !cells.some(({ isValue }) => isValue) && areNames(cells.map(({ text }) => text));
}
