// The cross-encoder on WebAssembly: question and passage → probability, by models/recipe/winnow_recipe/onnx_cross_encoder.py.

import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { CrossEncoder } from '../core/domain/ports.ts';
import { crossEncoderInfoOf } from './cross-encoder-info.ts';
import { type BertSource, loadBert } from './load-bert.ts';
import { nextTask } from './next-task.ts';

/** As in training: a longer question is cut, so that a passage always has room. */
const maxQuestionTokens = 64;

/**
 * Pairs go through one by one: [CLS] question [SEP] passage [SEP], the passage cut to the model's context.
 * @throws WinnowError `engine-failed`; the artifact source's own errors
 */
export async function loadTransformersCrossEncoder(
  source: BertSource,
): Promise<CrossEncoder & { readonly dispose: () => Promise<void> }> {
  const { contextTokens } = source.model;
  const info = await crossEncoderInfoOf(source.model);
  const bert = await loadBert(source, 'cross-encoder.onnx', { name: 'probability', size: 1 });

  return {
    info,
    score: async (question, passages, signal) => {
      const first = [bert.startId, ...bert.wordIds(question).slice(0, maxQuestionTokens), bert.endId];
      const probabilities = new Float32Array(passages.length);
      for (const [index, passage] of passages.entries()) {
        throwIfCancelled(signal);
        const second = [...bert.wordIds(passage).slice(0, contextTokens - first.length - 1), bert.endId];
        const ids = [...first, ...second];
        const types = ids.map((_, place) => (place < first.length ? 0 : 1));
        probabilities.set(await bert.run({ input_ids: ids, token_type_ids: types }), index);
        await nextTask();
      }
      return probabilities;
    },
    dispose: bert.dispose,
  };
}
