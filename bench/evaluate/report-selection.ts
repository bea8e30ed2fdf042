import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  qrelsOf,
  type RankingSummary,
  runRowsOf,
  summariseRankings,
} from '../../src/core/evaluation/selection-ranking.ts';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { summariseGroups, summariseSelections } from '../../src/core/evaluation/summarise-selections.ts';
import { formatQrels, formatRun } from '../../src/core/evaluation/trec-files.ts';
import { formatMarkdown, formatShare, formatText } from './format-table.ts';
import { type RunInfo, readRecords, readRunInfo } from './run-folder.ts';
import { selectionLegend, selectionTable } from './selection-table.ts';

/**
 * Prints the table of a run, and leaves it in the run's folder as `table.md` and `table.json`.
 * @param trec true writes `run.trec` and `qrels.trec` there as well
 */
export function reportSelection(folder: string, trec: boolean): void {
  const info = readRunInfo(folder);
  const records = readRecords<SelectionRecord>(folder);
  const groups = [{ name: 'all', summary: summariseSelections(records) }, ...summariseGroups(records)];
  const rankings = summariseRankings(records);
  const table = selectionTable(groups);
  const notes = [...describeRun(info, records.length), ...(rankings === null ? [] : [describeRankings(rankings)])];
  console.log(`\n${notes.join('\n')}\n\n${formatText(table)}\n${selectionLegend}`);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('table.md', `${notes.join('  \n')}\n\n${formatMarkdown(table)}\n${selectionLegend}\n`);
  write('table.json', `${JSON.stringify({ ...info, groups, rankings }, null, 2)}\n`);
  if (!trec) return;
  write('run.trec', formatRun(runRowsOf(records), String(info.settings['strategy'])));
  write('qrels.trec', formatQrels(qrelsOf(records)));
}

function describeRankings({ sampleCount, ...measures }: RankingSummary): string {
  const { ndcgAt10, recallAt5, averagePrecision, reciprocalRank } = measures;
  return (
    `as a ranking (kept ones first), over the ${sampleCount} samples where something helps: nDCG@10 ${formatShare(ndcgAt10)}, ` +
    `R@5 ${formatShare(recallAt5)}, MAP ${formatShare(averagePrecision)}, MRR ${formatShare(reciprocalRank)}`
  );
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
      `(data ${short('dataSha256')}; kind partial left out: ${settings['partialLeftOut']}; order ${settings['order']})`,
    `${reader} ${settings['model']}, weights ${short('modelHash')}${scorer}`,
    `${last?.machine}, Node ${last?.node}, code ${last?.revision}, ${starts.length === 1 ? dates[0] : dates.join(' to ')}`,
  ];
}
