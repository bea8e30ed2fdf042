import { normaliseLines } from '../core/corpus/documents/normalise-text.ts';

/** Longer stretches without an empty line are cut, so that no later stage works on a whole file at once. */
const maxBlockLines = 60;

/** Lines in blocks, cut at empty lines and never inside a line; indentation is kept. Empty lines belong to no block. */
export function* codeBlocks(lines: readonly string[]): Generator<string> {
  let open: string[] = [];
  for (const line of lines) {
    if (line.trim() === '' || open.length >= maxBlockLines) {
      yield* block(open);
      open = [];
    }
    open.push(line);
  }
  yield* block(open);
}

function* block(lines: readonly string[]): Generator<string> {
  const text = normaliseLines(lines.join('\n'));
  if (text !== '') yield text;
}

export const linesOf = (text: string): readonly string[] => text.split(/\r\n?|\n/);
