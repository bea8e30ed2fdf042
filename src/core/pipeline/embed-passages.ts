import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { Passage } from '../domain/passage.ts';
import type { Embedder } from '../domain/ports.ts';

/** Changes when `textToEmbed` does: vectors of before are then computed again. */
export const embeddedTextId = 'headings+text/1';

/** What of a passage is embedded: a passage alone often does not say what it is about. */
export function textToEmbed(passage: Passage): string {
  return [...passage.headingPath, passage.text].join('\n');
}

/**
 * Vectors of passages in their order, row-major [passages.length × dimension].
 * @param idle waited for before each: a passage blocks its thread for a while, and a question has to wait for it
 */
export async function embedPassages(
  embedder: Embedder,
  passages: readonly Passage[],
  idle: () => Promise<void>,
  signal?: CancelSignal,
): Promise<Float32Array<ArrayBuffer>> {
  const { dimension } = embedder.info;
  const vectors = new Float32Array(passages.length * dimension);
  for (const [row, passage] of passages.entries()) {
    await idle();
    throwIfCancelled(signal);
    const embedded = await embedder.embed([textToEmbed(passage)], signal);
    vectors.set(embedded.vectors, row * dimension);
  }
  return vectors;
}
