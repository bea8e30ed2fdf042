import type { Citation } from '../../core/domain/answer.ts';

/** A stretch of the answer that is covered by the same citations throughout. */
export type AnswerPiece = {
  readonly start: number;
  readonly text: string;
  /** Indexes of the citations whose statement covers this piece. */
  readonly covering: readonly number[];
  /** Indexes of the citations whose statement ends here: their numbers come after it. */
  readonly ending: readonly number[];
};

/**
 * Cuts an answer at the borders of its statements. The pieces' texts together are the answer again.
 * A statement that reaches beyond the text (the stream is not there yet) is cut at its end.
 */
export function answerPieces(text: string, citations: readonly Pick<Citation, 'statement'>[]): readonly AnswerPiece[] {
  const spans = citations.map(({ statement }) => ({
    start: Math.min(statement.start, text.length),
    end: Math.min(statement.end, text.length),
  }));
  const borders = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort(
    (left, right) => left - right,
  );
  const pieces = borders.slice(0, -1).map((start, index): AnswerPiece => {
    const end = borders[index + 1] ?? text.length;
    const indexesWhere = (holds: (span: { start: number; end: number }) => boolean): readonly number[] =>
      spans.flatMap((span, citation) => (holds(span) ? [citation] : []));
    return {
      start,
      text: text.slice(start, end),
      covering: indexesWhere((span) => span.start <= start && span.end >= end && span.start < span.end),
      ending: indexesWhere((span) => span.end === end),
    };
  });
  return pieces;
}
