// all-MiniLM-L6-v2 on WebAssembly: texts → unit vectors, by the graph of models/recipe/winnow_recipe/onnx_embedder.py.

import { Tokenizer } from '@huggingface/tokenizers';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { CatalogModel } from '../core/domain/catalog.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { ArtifactSource, Embedder } from '../core/domain/ports.ts';
import { embedderInfoOf } from './embedder-info.ts';
import { nextTask } from './next-task.ts';
import { createOnnxSession } from './onnx-session.ts';

const endToken = '[SEP]';

/**
 * Texts go through one by one, so a text's vector never depends on its neighbours and nothing is padded.
 * @throws WinnowError `engine-failed`; the artifact source's own errors
 */
export async function loadTransformersEmbedder(options: {
  readonly model: CatalogModel;
  readonly artifacts: ArtifactSource;
  readonly threads: number;
}): Promise<Embedder & { readonly dispose: () => Promise<void> }> {
  const { model, artifacts, threads } = options;
  const tokenizerFile = await artifacts.read(model.id, 'tokenizer.json');
  const graph = await artifacts.read(model.id, 'embedder.onnx');
  const session = await createOnnxSession({ graph, threads });
  const tokenizer = new Tokenizer(JSON.parse(new TextDecoder().decode(tokenizerFile)), {});
  const endId = tokenizer.token_to_id(endToken);
  if (endId === undefined) {
    throw new WinnowError('engine-failed', `The tokenizer of ${model.id} has no ${endToken}. Build the files again.`);
  }
  const info = await embedderInfoOf(model);
  const { dimension, maxTokens } = info;

  /** [CLS] … [SEP], at most maxTokens of them. */
  function encode(text: string): { readonly ids: readonly number[]; readonly isTruncated: boolean } {
    const { ids } = tokenizer.encode(text);
    if (ids.length <= maxTokens) return { ids, isTruncated: false };
    // SAFETY: its presence was checked at load; a closure does not narrow.
    return { ids: [...ids.slice(0, maxTokens - 1), endId as number], isTruncated: true };
  }

  return {
    info,
    embed: async (texts, signal) => {
      const vectors = new Float32Array(texts.length * dimension);
      const truncated = new Uint8Array(texts.length);
      for (const [index, text] of texts.entries()) {
        throwIfCancelled(signal);
        const { ids, isTruncated } = encode(text);
        const input = { data: BigInt64Array.from(ids, BigInt), dims: [ids.length] };
        const vector = (await session.run({ input_ids: input })).get('vector');
        if (vector?.length !== dimension) {
          throw new WinnowError(
            'engine-failed',
            `The embedder gave ${vector?.length ?? 'no'} numbers, not ${dimension}.`,
          );
        }
        vectors.set(vector, index * dimension);
        truncated[index] = isTruncated ? 1 : 0;
        await nextTask();
      }
      return { vectors, truncated };
    },
    dispose: session.dispose,
  };
}
