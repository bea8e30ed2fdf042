import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { summariseGroups, summariseSelections } from '../../src/core/evaluation/summarise-selections.ts';
import { formatMarkdown, formatText } from './format-table.ts';
import { type RunInfo, readRecords, readRunInfo } from './run-folder.ts';
import { selectionLegend, selectionTable } from './selection-table.ts';

/** Prints the table of a run, and leaves it in the run's folder as `table.md` and `table.json`. */
export function reportSelection(folder: string): void {
  const info = readRunInfo(folder);
  const records = readRecords<SelectionRecord>(folder);
  const groups = [{ name: 'all', summary: summariseSelections(records) }, ...summariseGroups(records)];
  const table = selectionTable(groups);
  const notes = describeRun(info, records.length);
  console.log(`\n${notes.join('\n')}\n\n${formatText(table)}\n${selectionLegend}`);
  writeFileSync(join(folder, 'table.md'), `${notes.join('  \n')}\n\n${formatMarkdown(table)}\n${selectionLegend}\n`);
  writeFileSync(join(folder, 'table.json'), `${JSON.stringify({ ...info, groups }, null, 2)}\n`);
}

/** Who ran what, on what, when. */
export function describeRun({ settings, starts }: RunInfo, recordCount: number): readonly string[] {
  const first = starts[0];
  const last = starts.at(-1);
  const dates = [first, last].map((start) => start?.startedAt.slice(0, 16).replace('T', ' '));
  const short = (name: string) => String(settings[name]).slice(0, 12);
  const reader = settings['engine'] === 'none' ? 'no language model; tokens of' : `engine ${settings['variant']},`;
  const scorer =
    settings['crossEncoder'] === 'none' ? '' : `; ${settings['crossEncoder']}, weights ${short('crossEncoderHash')}`;
  return [
    `${settings['strategy']}: ${recordCount} of ${settings['sampleCount']} samples of ${settings['split']} ` +
      `(data ${short('dataSha256')}; kind partial left out: ${settings['partialLeftOut']})`,
    `${reader} ${settings['model']}, weights ${short('modelHash')}${scorer}`,
    `${last?.machine}, Node ${last?.node}, code ${last?.revision}, ${starts.length === 1 ? dates[0] : dates.join(' to ')}`,
  ];
}
