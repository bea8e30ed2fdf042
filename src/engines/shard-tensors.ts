// tensor-cache.json and its shards → the tensors in them, by name.

import type { CancelSignal } from '../core/domain/cancel.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { ArtifactSource } from '../core/domain/ports.ts';

/** A view into a shard: reading all of a model's tensors keeps its shards in memory. */
export type ShardTensor = { readonly shape: readonly number[]; readonly bytes: Uint8Array<ArrayBuffer> };

type Shard = {
  readonly dataPath: string;
  readonly records: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly byteOffset: number;
    readonly nbytes: number;
  }[];
};

/** @throws WinnowError `engine-failed` for a record that lies outside its shard; the artifact source's own errors */
export async function readShardTensors(
  artifacts: ArtifactSource,
  modelId: string,
  signal: CancelSignal | undefined,
): Promise<ReadonlyMap<string, ShardTensor>> {
  const options = signal ? { signal } : {};
  const index = await artifacts.read(modelId, 'tensor-cache.json', options);
  // SAFETY: the recipe writes this file, and its hash was compared.
  const { records: shards } = JSON.parse(new TextDecoder().decode(index)) as { readonly records: readonly Shard[] };
  const tensors = new Map<string, ShardTensor>();
  for (const shard of shards) {
    throwIfCancelled(signal);
    const content = await artifacts.read(modelId, shard.dataPath, options);
    for (const { name, shape, byteOffset, nbytes } of shard.records) {
      if (byteOffset + nbytes > content.length) {
        const message = `${name} ends behind ${shard.dataPath} (${content.length} bytes). Build the model files again.`;
        throw new WinnowError('engine-failed', message, { name, byteOffset, nbytes });
      }
      tensors.set(name, { shape, bytes: content.subarray(byteOffset, byteOffset + nbytes) });
    }
  }
  return tensors;
}

/** @throws WinnowError `engine-failed` when the shards lack it */
export function tensorNamed(tensors: ReadonlyMap<string, ShardTensor>, name: string): ShardTensor {
  const tensor = tensors.get(name);
  if (!tensor)
    throw new WinnowError('engine-failed', `The weights lack ${name}. Build the model files again.`, { name });
  return tensor;
}

export function wordsOf({ bytes }: ShardTensor): Uint32Array<ArrayBuffer> {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
