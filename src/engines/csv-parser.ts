// Comma-, semicolon- and tab-separated tables: every row becomes one line of text that carries its column names.
import Papa from 'papaparse';
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import type { Parser } from '../core/domain/ports.ts';
import { namedRows } from './named-rows.ts';
import { nextTask } from './next-task.ts';
import { decodeText } from './text-decoding.ts';

/** Rows between two looks at the cancel signal. */
const rowsPerTurn = 2_000;

export const csvParser: Parser = {
  mediaTypes: ['text/csv', 'text/tab-separated-values'],
  parse: async (file, options) => {
    const { text, warnings } = decodeText(file.bytes);
    throwIfCancelled(options?.signal);
    const { data, errors, meta } = Papa.parse<readonly string[]>(text, { skipEmptyLines: 'greedy' });
    warnings.push(...unclosedQuote(errors));
    const rows = data.map((row) => row.map(normaliseProse));
    const builder = createDocumentBuilder();
    for (const [index, row] of [...namedRows(rows)].entries()) {
      builder.addBlock('table-row', row);
      if ((index + 1) % rowsPerTurn === 0) {
        await nextTask();
        throwIfCancelled(options?.signal);
      }
    }
    const mediaType = meta.delimiter === '\t' ? 'text/tab-separated-values' : 'text/csv';
    return { mediaType, title: null, warnings, ...builder.finish() };
  },
};

function unclosedQuote(errors: readonly Papa.ParseError[]): readonly DocumentWarning[] {
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (!open) return [];
  const message = `A quotation mark in row ${(open.row ?? 0) + 1} is never closed: all that follows was read as one cell.`;
  return [{ code: 'part-not-read', message }];
}
