import type { ParsedDocument } from '../../domain/document.ts';
import { WinnowError } from '../../domain/errors.ts';
import { splitsPair } from '../../domain/splits-pair.ts';

/** Asserts every invariant that later stages rely on. A violation is our own fault: `internal`. */
export function checkParsedDocument(document: ParsedDocument): void {
  const { text, blocks, pages } = document;
  let end = 0;
  blocks.forEach((block, position) => {
    const { span, kind, level } = block;
    if (span.start < end || span.end <= span.start || span.end > text.length) {
      fault(
        `block ${position} has the span ${span.start}–${span.end} after ${end} in a text of ${text.length} characters`,
      );
    }
    if (text.slice(end, span.start).trim() !== '') fault(`text before block ${position} belongs to no block`);
    const levelFits = kind === 'heading' ? level >= 1 && level <= 6 : level === 0;
    if (!Number.isInteger(level) || !levelFits) fault(`block ${position} is a ${kind} of level ${level}`);
    if (splitsPair(text, span.start) || splitsPair(text, span.end)) fault(`block ${position} cuts a character in two`);
    end = span.end;
  });
  if (text.slice(end).trim() !== '') fault('text after the last block belongs to no block');
  let pageEnd = 0;
  let pageNumber = 0;
  for (const { number, span } of pages) {
    if (number <= pageNumber) fault(`page ${number} follows page ${pageNumber}`);
    if (span.start < pageEnd || span.end < span.start || span.end > text.length) {
      fault(`page ${number} has the span ${span.start}–${span.end} after ${pageEnd}`);
    }
    pageNumber = number;
    pageEnd = span.end;
  }
}

function fault(what: string): never {
  throw new WinnowError('internal', `A parser broke its promise: ${what}. Please report this file.`);
}
