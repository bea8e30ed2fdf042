import type { CancelSignal } from '../core/domain/cancel.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import { unpackHalves } from './halves.ts';
import { nextTask } from './next-task.ts';
import type { ShardTensor } from './shard-tensors.ts';
import { tensorNamed, wordsOf } from './shard-tensors.ts';
import { unpackQ4s } from './unpack-q4s.ts';

/** Everything the decoder's graph keeps outside, by path, as float32: matrices [out, in], their updates, norms as they are. */
export async function unpackWeights(
  tensors: ReadonlyMap<string, ShardTensor>,
  signal: CancelSignal | undefined,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const weights = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [name, tensor] of tensors) {
    if (name.endsWith('.q_scale')) continue;
    if (/\.(down|up)$/.test(name)) {
      weights.set(name, new Uint8Array(unpackHalves(wordsOf(tensor)).buffer));
      continue;
    }
    if (!name.endsWith('.q_weight')) {
      weights.set(name, tensor.bytes);
      continue;
    }
    const matrix = name.slice(0, -'.q_weight'.length);
    const words = wordsOf(tensor);
    const floats = new Float32Array(words.length * 8);
    unpackQ4s(words, wordsOf(tensorNamed(tensors, `${matrix}.q_scale`)), floats);
    weights.set(matrix, new Uint8Array(floats.buffer));
    await nextTask();
    throwIfCancelled(signal);
  }
  return weights;
}
