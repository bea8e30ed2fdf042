import { cellSeparator } from './html-table.ts';

/** A number, an amount or a date: what a column is never called. */
const valueLike = /^[\d\s.,:%€$£+/()-]*\d[\d\s.,:%€$£+/()-]*$/;

/**
 * Rows of a table as lines of text: where the first row names the columns, each line carries those names.
 * @param rows normalised cells
 */
export function* namedRows(rows: readonly (readonly string[])[]): Generator<string> {
  const [first = []] = rows;
  const names = hasNames(rows) ? first : [];
  for (const row of names.length > 0 ? rows.slice(1) : rows) yield rowText(row, names);
}

/** True where the first row names the columns: words, all different, above at least one row. */
function hasNames(rows: readonly (readonly string[])[]): boolean {
  const [first = []] = rows;
  const isNamed = first.every((name) => name !== '' && !valueLike.test(name));
  return rows.length > 1 && isNamed && new Set(first).size === first.length;
}

/** `name: value | name: value`; empty cells are left out, cells beyond the names stand alone. */
function rowText(row: readonly string[], names: readonly string[]): string {
  return row
    .map((value, column) => ({ value, name: names[column] }))
    .filter(({ value }) => value !== '')
    .map(({ value, name }) => (name === undefined ? value : `${name}: ${value}`))
    .join(cellSeparator);
}
