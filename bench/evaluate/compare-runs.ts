import type { AnswerRecord } from '../../src/core/evaluation/answer-record.ts';
import { agreement, pairedF1 } from '../../src/core/evaluation/compare-selections.ts';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { summariseAnswers } from '../../src/core/evaluation/summarise-answers.ts';
import { summariseSelections } from '../../src/core/evaluation/summarise-selections.ts';
import { answerLegend, answerTable } from './answer-table.ts';
import { formatMarkdown, formatText, formatWithInterval, type Table } from './format-table.ts';
import { describeRun } from './report-selection.ts';
import { type RunInfo, readRecords, readRunInfo } from './run-folder.ts';
import { selectionLegend, selectionTable } from './selection-table.ts';

export type Comparison = { readonly text: string; readonly markdown: string; readonly json: string };

type Run<Result> = { readonly info: RunInfo; readonly name: string; readonly records: readonly Result[] };

/**
 * One row for each run, in the order given, and what each was.
 * @throws Error when a folder holds no run, or when runs of selection and of answers are mixed
 */
export function compareRuns(folders: readonly string[]): Comparison {
  if (folders.length === 0) throw new Error('name the folders of the runs to compare');
  const commands = new Set(folders.map((folder) => readRunInfo(folder).settings['command']));
  if (commands.size > 1) throw new Error('runs of selection and runs of answers have no table in common');
  if (commands.has('answers')) {
    const runs = folders.map((folder) => readRun<AnswerRecord>(folder));
    const groups = runs.map(({ name, records }) => ({ name, summary: summariseAnswers(records) }));
    return present(runs, groups, answerTable(groups), answerLegend);
  }
  const runs = folders.map((folder) => readRun<SelectionRecord>(folder));
  const groups = runs.map(({ name, records }) => ({ name, summary: summariseSelections(records) }));
  const table = withDifferences(selectionTable(groups), runs);
  const legend = `${selectionLegend} F1 less: paired difference from the first row.`;
  return present(runs, groups, table, `${legend}${describeAgreement(runs)}`);
}

function withDifferences({ head, rows }: Table, runs: readonly Run<SelectionRecord>[]): Table {
  const first = runs[0]?.records ?? [];
  const differences = runs.map(({ records }) => pairedF1(records, first));
  return {
    head: [...head, 'F1 less'],
    rows: rows.map((row, index) => {
      const difference = index === 0 ? null : (differences[index] ?? null);
      return [...row, difference === null ? '–' : formatWithInterval(difference)];
    }),
  };
}

/** How far one strategy agrees with itself, where all runs are of one, as over several candidate orders. */
function describeAgreement(runs: readonly Run<SelectionRecord>[]): string {
  if (runs.length < 2 || new Set(runs.map(({ name }) => name)).size > 1) return '';
  const agreed = agreement(runs.map(({ records }) => records));
  return agreed === null
    ? ''
    : ` Mean Jaccard similarity of the kept sets between runs: ${formatWithInterval(agreed)}.`;
}

function readRun<Result>(folder: string): Run<Result> {
  const info = readRunInfo(folder);
  const records = readRecords<Result>(folder);
  if (records.length === 0) throw new Error(`${folder} holds no record yet`);
  return { info, name: String(info.settings['strategy']), records };
}

function present(
  runs: readonly Run<{ readonly id: string }>[],
  groups: readonly object[],
  table: Table,
  legend: string,
): Comparison {
  const notes = [...warningsOf(runs), ...runs.map(({ info, records }) => describeRun(info, records.length).join('; '))];
  const rows = runs.map(({ info }, index) => ({ ...info, ...groups[index] }));
  return {
    text: `${formatText(table)}\n${legend}\n\n${notes.join('\n')}\n`,
    markdown: `${formatMarkdown(table)}\n${legend}\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
    json: `${JSON.stringify(rows, null, 2)}\n`,
  };
}

/** Runs over different samples can be shown side by side, but not compared. */
function warningsOf(runs: readonly Run<{ readonly id: string }>[]): readonly string[] {
  const [first, ...others] = runs.map(({ records }) => new Set(records.map(({ id }) => id)));
  const isSame = others.every((ids) => ids.size === first?.size && [...ids].every((id) => first.has(id)));
  return isSame
    ? []
    : ['WARNING: these runs were not made over the same samples, so their numbers cannot be compared.'];
}
