import { bootstrapMean } from '../../src/core/evaluation/bootstrap.ts';
import { groupBy } from '../../src/core/evaluation/group-by.ts';
import { formatShare, type Table } from './format-table.ts';
import { type QuestionScore, type RankedQuestion, type RetrieverLabel, retrievers } from './rank-collection.ts';

const metrics = [
  { name: 'recall@20', valueOf: ({ recallAt20 }: QuestionScore) => recallAt20 },
  { name: 'nDCG@10', valueOf: ({ ndcgAt10 }: QuestionScore) => ndcgAt10 },
] as const;

/**
 * A row for each group, and one for the mean of the groups. The last column says by how much fusion beats the better of
 * its halves in nDCG@10, with the interval of the difference over questions.
 */
export function retrievalTable(questions: readonly RankedQuestion[]): Table {
  const groups = [...groupBy(questions, ({ group }) => group)];
  const columns = metrics.flatMap((metric) => retrievers.map((retriever) => ({ metric, retriever })));
  const meanOf = (members: readonly RankedQuestion[], { metric, retriever }: (typeof columns)[number]): number =>
    average(members.map(({ scores }) => metric.valueOf(scores[retriever])));
  const rows = groups.map(([group, members]) => [
    group,
    String(members.length),
    ...columns.map((column) => formatShare(meanOf(members, column))),
    gainOf(members),
  ]);
  const means = columns.map((column) => formatShare(average(groups.map(([, members]) => meanOf(members, column)))));
  return {
    head: [
      'group',
      'questions',
      ...columns.map(({ metric, retriever }) => `${metric.name} ${retriever}`),
      'hybrid − better half',
    ],
    rows: [...rows, ['mean of groups', String(questions.length), ...means, '']],
  };
}

function gainOf(members: readonly RankedQuestion[]): string {
  const valuesOf = (retriever: RetrieverLabel): number[] => members.map(({ scores }) => scores[retriever].ndcgAt10);
  const [bm25, dense, hybrid] = [valuesOf('bm25'), valuesOf('dense'), valuesOf('hybrid')];
  const better = average(bm25) >= average(dense) ? bm25 : dense;
  const gain = bootstrapMean(hybrid.map((value, place) => value - (better[place] ?? 0)));
  return gain ? `${formatShare(gain.mean)} (${formatShare(gain.low)} to ${formatShare(gain.high)})` : '';
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
