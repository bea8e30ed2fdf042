import { cellSeparator } from './html-table.ts';

/** A number, an amount or a date: what a column is never called. */
const valueLike = /^[\d\s.,:%€$£+/()-]*\d[\d\s.,:%€$£+/()-]*$/;

export const isValueLike = (text: string): boolean => valueLike.test(text);

/**
 * Rows of a table as lines of text: where the first row names the columns, each line carries those names.
 * @param rows normalised cells
 */
export function* namedRows(rows: readonly (readonly string[])[]): Generator<string> {
  const [first = []] = rows;
  const names = rows.length > 1 && areNames(first) ? first : [];
  for (const row of names.length > 0 ? rows.slice(1) : rows) {
    yield rowText(row.map((value, column) => ({ value, name: names[column] })));
  }
}

/** True for cells that can name columns: words, all different. */
export function areNames(cells: readonly string[]): boolean {
  return cells.every((name) => name !== '' && !isValueLike(name)) && new Set(cells).size === cells.length;
}

/** `name: value | name: value`; empty cells are left out, cells without a name stand alone. */
export function rowText(cells: readonly { readonly value: string; readonly name?: string | undefined }[]): string {
  return cells
    .filter(({ value }) => value !== '')
    .map(({ value, name }) => (name === undefined ? value : `${name}: ${value}`))
    .join(cellSeparator);
}
