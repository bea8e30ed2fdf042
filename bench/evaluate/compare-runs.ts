import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { type SummaryGroup, summariseSelections } from '../../src/core/evaluation/summarise-selections.ts';
import { formatMarkdown, formatText } from './format-table.ts';
import { describeRun } from './report-selection.ts';
import { type RunInfo, readRecords, readRunInfo } from './run-folder.ts';
import { selectionLegend, selectionTable } from './selection-table.ts';

export type Comparison = { readonly text: string; readonly markdown: string; readonly json: string };

type Row = { readonly info: RunInfo; readonly group: SummaryGroup; readonly ids: ReadonlySet<string> };

/** One row for each run, in the order given, and what each was. @throws Error when a folder holds no run */
export function compareRuns(folders: readonly string[]): Comparison {
  if (folders.length === 0) throw new Error('name the folders of the runs to compare');
  const rows = folders.map(readRow);
  const notes = [...warningsOf(rows), ...rows.map(({ info, ids }) => describeRun(info, ids.size).join('; '))];
  const table = selectionTable(rows.map(({ group }) => group));
  return {
    text: `${formatText(table)}\n${selectionLegend}\n\n${notes.join('\n')}\n`,
    markdown: `${formatMarkdown(table)}\n${selectionLegend}\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
    json: `${JSON.stringify(
      rows.map(({ info, group }) => ({ ...info, ...group })),
      null,
      2,
    )}\n`,
  };
}

function readRow(folder: string): Row {
  const info = readRunInfo(folder);
  const records = readRecords<SelectionRecord>(folder);
  if (records.length === 0) throw new Error(`${folder} holds no record yet`);
  const name = String(info.settings['strategy']);
  const group = { name, summary: summariseSelections(records) };
  return { info, group, ids: new Set(records.map(({ id }) => id)) };
}

/** Runs over different samples can be shown side by side, but not compared. */
function warningsOf(rows: readonly Row[]): readonly string[] {
  const [first, ...others] = rows.map(({ ids }) => ids);
  const isSame = others.every((ids) => ids.size === first?.size && [...ids].every((id) => first.has(id)));
  return isSame
    ? []
    : ['WARNING: these runs were not made over the same samples, so their numbers cannot be compared.'];
}
