// Comma-, semicolon- and tab-separated tables: every row becomes one line of text that carries its column names.
import Papa from 'papaparse';
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import type { Parser } from '../core/domain/ports.ts';
import { cellSeparator } from './html-table.ts';
import { nextTask } from './next-task.ts';
import { decodeText } from './text-decoding.ts';

/** Rows between two looks at the cancel signal. */
const rowsPerTurn = 2_000;
/** A number, an amount or a date: what a column is never called. */
const valueLike = /^[\d\s.,:%€$£+/()-]*\d[\d\s.,:%€$£+/()-]*$/;

export const csvParser: Parser = {
  mediaTypes: ['text/csv', 'text/tab-separated-values'],
  parse: async (file, options) => {
    const { text, warnings } = decodeText(file.bytes);
    throwIfCancelled(options?.signal);
    const { data, errors, meta } = Papa.parse<readonly string[]>(text, { skipEmptyLines: 'greedy' });
    warnings.push(...unclosedQuote(errors));
    const rows = data.map((row) => row.map(normaliseProse));
    const names = hasNames(rows) ? (rows.shift() ?? []) : [];
    const builder = createDocumentBuilder();
    for (const [index, row] of rows.entries()) {
      builder.addBlock('table-row', rowText(row, names));
      if ((index + 1) % rowsPerTurn === 0) {
        await nextTask();
        throwIfCancelled(options?.signal);
      }
    }
    const mediaType = meta.delimiter === '\t' ? 'text/tab-separated-values' : 'text/csv';
    return { mediaType, title: null, warnings, ...builder.finish() };
  },
};

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

function unclosedQuote(errors: readonly Papa.ParseError[]): readonly DocumentWarning[] {
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (!open) return [];
  const message = `A quotation mark in row ${(open.row ?? 0) + 1} is never closed: all that follows was read as one cell.`;
  return [{ code: 'part-not-read', message }];
}
