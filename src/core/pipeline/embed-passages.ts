import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { Passage } from '../domain/passage.ts';
import type { Embedder } from '../domain/ports.ts';

/** Changes when `textToEmbed` does: vectors of before are then computed again. */
export const embeddedTextId = 'headings+text/1';

/**
 * Texts to embed at once. The embedder blocks its thread meanwhile, about 80 ms a passage on one slow core, and a
 * question has to wait for it; more at once is hardly faster on one thread.
 */
const groupCount = 4;

/** What of a passage is embedded: a passage alone often does not say what it is about. */
function textToEmbed(passage: Passage): string {
  return [...passage.headingPath, passage.text].join('\n');
}

/**
 * Vectors of passages in their order, row-major [passages.length × dimension].
 * Texts of like length go together, since a group costs as much as its longest member.
 * @param beforeGroup waited for before each group
 */
export async function embedPassages(
  embedder: Embedder,
  passages: readonly Passage[],
  beforeGroup: () => Promise<void>,
  signal?: CancelSignal,
): Promise<Float32Array<ArrayBuffer>> {
  const { dimension } = embedder.info;
  const vectors = new Float32Array(passages.length * dimension);
  const texts = passages.map((passage, position) => ({ position, text: textToEmbed(passage) }));
  texts.sort((a, b) => a.text.length - b.text.length);
  for (let start = 0; start < texts.length; start += groupCount) {
    await beforeGroup();
    throwIfCancelled(signal);
    const group = texts.slice(start, start + groupCount);
    const embedded = await embedder.embed(
      group.map(({ text }) => text),
      signal,
    );
    for (const [row, { position }] of group.entries()) {
      vectors.set(embedded.vectors.subarray(row * dimension, (row + 1) * dimension), position * dimension);
    }
  }
  return vectors;
}
