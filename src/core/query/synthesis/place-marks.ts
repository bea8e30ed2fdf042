import type { Span } from '../../domain/span.ts';
import type { Mark } from './citation-stream.ts';

/**
 * The statement that a mark belongs to: the one before or around it. A mark that begins a line (`[1] The firm …`)
 * belongs to the statement behind it on that line.
 *
 * @returns position in `statements`, or -1 when there is none
 */
export function statementOfMark(mark: Mark, text: string, statements: readonly Span[]): number {
  const lineStart = text.lastIndexOf('\n', mark.offset - 1) + 1;
  const nextBreak = text.indexOf('\n', mark.offset);
  const lineEnd = nextBreak === -1 ? text.length : nextBreak;
  const beginsLine = mark.offset === 0 || text.slice(lineStart, mark.offset).trim() === '';
  if (beginsLine && text.slice(mark.offset, lineEnd).trim() !== '') {
    const next = statements.findIndex((statement) => statement.end > mark.offset);
    if (next !== -1) return next;
  }
  return statements.findLastIndex((statement) => statement.start < mark.offset);
}
