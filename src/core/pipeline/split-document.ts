import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { Document } from '../domain/document.ts';
import type { Passage } from '../domain/passage.ts';

export type Splitter = {
  /** Names what `passagesOf` does: documents that another version split are split again. */
  readonly version: string;
  /** Passages in order; made one by one, so that others get a turn in between. */
  readonly passagesOf: (document: Document) => Iterable<Passage>;
};

/** Passages between two pauses: a few milliseconds of work. */
const passagesPerTurn = 50;

/** @param onSplit told how many characters are done */
export async function splitDocument(
  document: Document,
  splitter: Splitter,
  pause: () => Promise<void>,
  options: { readonly signal?: CancelSignal | undefined; readonly onSplit?: (doneChars: number) => void } = {},
): Promise<readonly Passage[]> {
  const passages: Passage[] = [];
  for (const passage of splitter.passagesOf(document)) {
    passages.push(passage);
    if (passages.length % passagesPerTurn > 0) continue;
    options.onSplit?.(passage.span.end);
    await pause();
    throwIfCancelled(options.signal);
  }
  return passages;
}
