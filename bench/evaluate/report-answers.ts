import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerRecord } from '../../src/core/evaluation/answer-record.ts';
import { summariseAnswerGroups, summariseAnswers } from '../../src/core/evaluation/summarise-answers.ts';
import { answerLegend, answerTable } from './answer-table.ts';
import { formatMarkdown, formatText } from './format-table.ts';
import { describeRun } from './report-selection.ts';
import { readRecords, readRunInfo } from './run-folder.ts';

/** Prints the table of a run of answers, and leaves it in the run's folder as `table.md` and `table.json`. */
export function reportAnswers(folder: string): void {
  const info = readRunInfo(folder);
  const records = readRecords<AnswerRecord>(folder);
  const groups = [{ name: 'all', summary: summariseAnswers(records) }, ...summariseAnswerGroups(records)];
  const table = answerTable(groups);
  const notes = [
    ...describeRun(info, records.length),
    `answers from what ${info.settings['strategy']} kept, at most ${info.settings['maxEvidenceTokens']} tokens of it; questions only`,
  ];
  console.log(`\n${notes.join('\n')}\n\n${formatText(table)}\n${answerLegend}`);
  writeFileSync(join(folder, 'table.md'), `${notes.join('  \n')}\n\n${formatMarkdown(table)}\n${answerLegend}\n`);
  writeFileSync(join(folder, 'table.json'), `${JSON.stringify({ ...info, groups }, null, 2)}\n`);
}
