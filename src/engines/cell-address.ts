/** A rectangle of cells. Rows are 1-based as people count them, columns 0-based; both ends belong to it. */
export type CellRange = {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
};

/** What Excel allows: row 1048576, column XFD. */
const maxRow = 1_048_576;
const maxColumn = 16_383;

/** `B12` or `$B$12` as row 12, column 1; undefined for what is no address of a cell. */
export function parseAddress(text: string): { readonly row: number; readonly column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(text) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const row = Number(digits);
  return row >= 1 && row <= maxRow && column <= maxColumn ? { row, column } : undefined;
}

/** `A1:F20`, or one cell. */
export function parseRange(text: string): CellRange | undefined {
  const [from = '', to = from] = text.split(':');
  const first = parseAddress(from);
  const last = parseAddress(to);
  if (!first || !last) return undefined;
  return { firstRow: first.row, lastRow: last.row, firstColumn: first.column, lastColumn: last.column };
}

/** Row 12, column 1 as `B12`. */
export function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}
