// Summaries → a table that people read, as text and as Markdown.
import type { Interval } from '../../src/core/evaluation/bootstrap.ts';
import type { SummaryGroup } from '../../src/core/evaluation/summarise-selections.ts';
import { formatShare, formatWithInterval, type Table } from './format-table.ts';

/** Measures in 0..1 as .000 with their 95 % interval. */
const columns: readonly { readonly title: string; readonly cell: (group: SummaryGroup) => string }[] = [
  { title: '', cell: ({ name }) => name },
  { title: 'n', cell: ({ summary }) => String(summary.sampleCount) },
  { title: 'exact', cell: ({ summary }) => formatWithInterval(summary.exact) },
  { title: 'F1', cell: ({ summary }) => formatWithInterval(summary.f1) },
  { title: 'P', cell: ({ summary }) => share(summary.precision) },
  { title: 'R', cell: ({ summary }) => share(summary.recall) },
  { title: 'P [0]', cell: ({ summary }) => share(summary.nonePrecision) },
  { title: 'R [0]', cell: ({ summary }) => share(summary.noneRecall) },
  { title: 'kept/right', cell: ({ summary }) => `${summary.keptSize.toFixed(2)}/${summary.rightSize.toFixed(2)}` },
  { title: 'unread.', cell: ({ summary }) => String(summary.unreadableCount) },
  { title: 'not read', cell: ({ summary }) => String(summary.notReadCount) },
  { title: 'tokens read', cell: ({ summary }) => summary.readTokens?.toFixed(0) ?? '–' },
  { title: 'kept/pool', cell: ({ summary }) => `${summary.keptTokens.toFixed(0)}/${summary.poolTokens.toFixed(0)}` },
  { title: 'ms', cell: ({ summary }) => summary.elapsedMs.toFixed(summary.elapsedMs < 10 ? 1 : 0) },
];

export const selectionLegend =
  'exact, F1, P, R: of the kept set against the right set that fits best, means over samples; none against none is 1. ' +
  'P [0], R [0]: of keeping none. kept/right: passages. unread.: replies that could not be understood. not read: ' +
  'candidates nobody judged. kept/pool: tokens of the kept candidates and of all. In brackets: 95 % bootstrap intervals.';

export function selectionTable(groups: readonly SummaryGroup[]): Table {
  return {
    head: columns.map(({ title }) => title),
    rows: groups.map((group) => columns.map(({ cell }) => cell(group))),
  };
}

function share(interval: Interval | null): string {
  return interval === null ? '–' : formatShare(interval.mean);
}
