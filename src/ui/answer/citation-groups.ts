import type { Citation } from '../../core/domain/answer.ts';

type Bound = Pick<Citation, 'statement' | 'passageId'>;

const isSame = (left: Bound, right: Bound): boolean =>
  left.passageId === right.passageId &&
  left.statement.start === right.statement.start &&
  left.statement.end === right.statement.end;

/** Indexes of the citations that tie the same statement to the same passage: one number in the answer. */
export function groupOf(citations: readonly Bound[], index: number): readonly number[] {
  const own = citations[index];
  if (own === undefined) return [];
  return citations.flatMap((other, place) => (isSame(own, other) ? [place] : []));
}

/** The first index of each group, in the order of the answer. */
export function groupLeaders(citations: readonly Bound[]): readonly number[] {
  return citations.flatMap((_, index) => (groupOf(citations, index)[0] === index ? [index] : []));
}
