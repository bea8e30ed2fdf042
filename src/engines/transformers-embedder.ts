// all-MiniLM-L6-v2 on WebAssembly: texts → unit vectors, by the graph of models/recipe/winnow_recipe/onnx_embedder.py.

import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Embedder } from '../core/domain/ports.ts';
import { embedderInfoOf } from './embedder-info.ts';
import { type BertSource, loadBert } from './load-bert.ts';
import { nextTask } from './next-task.ts';

/**
 * Texts go through one by one, so a text's vector never depends on its neighbours and nothing is padded.
 * @throws WinnowError `engine-failed`; the artifact source's own errors
 */
export async function loadTransformersEmbedder(
  source: BertSource,
): Promise<Embedder & { readonly dispose: () => Promise<void> }> {
  const info = await embedderInfoOf(source.model);
  const { dimension, maxTokens } = info;
  const bert = await loadBert(source, 'embedder.onnx', { name: 'vector', size: dimension });

  return {
    info,
    embed: async (texts, signal) => {
      const vectors = new Float32Array(texts.length * dimension);
      const truncated = new Uint8Array(texts.length);
      for (const [index, text] of texts.entries()) {
        throwIfCancelled(signal);
        const words = bert.wordIds(text);
        const wordLimit = maxTokens - 2;
        truncated[index] = words.length > wordLimit ? 1 : 0;
        const ids = [bert.startId, ...words.slice(0, wordLimit), bert.endId];
        vectors.set(await bert.run({ input_ids: ids }), index * dimension);
        await nextTask();
      }
      return { vectors, truncated };
    },
    dispose: bert.dispose,
  };
}
