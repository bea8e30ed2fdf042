import type { Interval } from '../../src/core/evaluation/bootstrap.ts';
import type { AnswerGroup } from '../../src/core/evaluation/summarise-answers.ts';
import { formatShare, formatWithInterval, type Table } from './format-table.ts';

const columns: readonly { readonly title: string; readonly cell: (group: AnswerGroup) => string }[] = [
  { title: '', cell: ({ name }) => name },
  { title: 'n', cell: ({ summary }) => String(summary.sampleCount) },
  { title: 'answerable', cell: ({ summary }) => String(summary.answerableCount) },
  { title: 'exact', cell: ({ summary }) => share(summary.exact) },
  { title: 'token F1', cell: ({ summary }) => withInterval(summary.f1) },
  { title: 'string match', cell: ({ summary }) => withInterval(summary.stringMatch) },
  { title: 'P abstain', cell: ({ summary }) => share(summary.abstentionPrecision) },
  { title: 'R abstain', cell: ({ summary }) => share(summary.abstentionRecall) },
  { title: 'P cite', cell: ({ summary }) => share(summary.citationPrecision) },
  { title: 'R cite', cell: ({ summary }) => share(summary.citationRecall) },
  { title: 'unread.', cell: ({ summary }) => String(summary.unreadableCount) },
  { title: 'cut off', cell: ({ summary }) => String(summary.truncatedCount) },
  { title: 'shown', cell: ({ summary }) => summary.shownSize.toFixed(2) },
  { title: 'tokens', cell: ({ summary }) => summary.evidenceTokens.toFixed(0) },
  { title: 'written', cell: ({ summary }) => summary.writtenTokens.toFixed(0) },
  { title: 'ms', cell: ({ summary }) => summary.elapsedMs.toFixed(0) },
];

export const answerLegend =
  'exact, token F1, string match: of the answer, over samples with evidence and a known answer; no answer counts 0. ' +
  'abstain: saying that nothing helps. cite: cited passages against the right set that fits best, over answers to ' +
  'samples with evidence. unread.: selections that could not be understood. shown, tokens: passages of evidence and ' +
  'their tokens. In brackets: 95 % bootstrap intervals.';

export function answerTable(groups: readonly AnswerGroup[]): Table {
  return {
    head: columns.map(({ title }) => title),
    rows: groups.map((group) => columns.map(({ cell }) => cell(group))),
  };
}

function share(interval: Interval | null): string {
  return interval === null ? '–' : formatShare(interval.mean);
}

function withInterval(interval: Interval | null): string {
  return interval === null ? '–' : formatWithInterval(interval);
}
