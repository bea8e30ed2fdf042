// The decoder on WebAssembly: the graph of models/recipe/winnow_recipe/onnx_decoder.py, fed with float32 weights that
// are unpacked here from the same 4-bit shards that WebGPU uses.

import { WinnowError } from '../core/domain/errors.ts';
import type { TokenModel, WeightSet } from '../core/domain/token-model.ts';
import { assertForward } from './assert-forward.ts';
import { createKeyValueCache } from './key-value-cache.ts';
import type { TokenModelRequest } from './load-language-model.ts';
import type { OnnxInput } from './onnx-session.ts';
import { createOnnxSession } from './onnx-session.ts';
import type { ShardTensor } from './shard-tensors.ts';
import { readShardTensors, tensorNamed, wordsOf } from './shard-tensors.ts';
import { unpackQ4s } from './unpack-q4s.ts';
import { unpackWeights } from './unpack-weights.ts';

/** Tokens read at a time, so that a cancel is seen about twice a second while a prompt is read. */
const chunkTokens = 64;
/** Added to the scores of what must not be seen; the softmax makes an exact 0 of it. */
const hiddenBias = -1e9;
const embedding = 'model.embed_tokens';

type DecoderShape = {
  readonly num_hidden_layers: number;
  readonly hidden_size: number;
  readonly num_attention_heads: number;
  readonly num_key_value_heads: number;
  readonly head_dim: number;
  readonly vocab_size: number;
};

/** @throws WinnowError `engine-failed`; the artifact source's own errors */
export async function createTransformersTokenModel(request: TokenModelRequest): Promise<TokenModel> {
  const { model, artifacts, signal } = request;
  const options = signal ? { signal } : {};
  const graph = await artifacts.read(model.id, 'decoder.onnx', options);
  const config = await artifacts.read(model.id, 'mlc-chat-config.json', options);
  const tensors = await readShardTensors(artifacts, model.id, signal);
  // SAFETY: the recipe writes this file, and its hash was compared.
  const { model_config: shape } = JSON.parse(new TextDecoder().decode(config)) as { model_config: DecoderShape };
  const threads = globalThis.crossOriginIsolated ? request.threads : 1;
  const weights = await unpackWeights(tensors, signal);
  const session = await createOnnxSession({ graph, weights, threads });
  // The session has its own copy, half a gigabyte of it.
  weights.clear();

  const lookUp = embeddingLookup(tensors, shape);
  const cache = createKeyValueCache({
    arrays: 2 * shape.num_hidden_layers,
    heads: shape.num_key_value_heads,
    headSize: shape.head_dim,
  });
  const limits = { contextTokens: model.contextTokens, vocabularySize: shape.vocab_size, chunkTokens };
  let isDisposed = false;
  let weightSet: WeightSet = 'base';

  return {
    engine: 'transformers',
    variant: threads === 1 ? 'wasm, 1 thread' : `wasm, ${threads} threads`,
    ...limits,
    forward: async (ids) => {
      if (isDisposed) throw new WinnowError('internal', 'The model was used after it had been disposed of.');
      const usedTokens = cache.length();
      assertForward(ids, usedTokens, limits);
      const outputs = await session.run({
        embeddings: { data: lookUp(ids), dims: [ids.length, shape.hidden_size] },
        positions: { data: Float32Array.from(ids, (_, index) => usedTokens + index), dims: [ids.length] },
        new_bias: causalBias(ids.length, shape.num_attention_heads / shape.num_key_value_heads),
        past_bias: {
          data: new Float32Array(cache.capacity()).fill(hiddenBias, usedTokens),
          dims: [cache.capacity()],
        },
        update_scale: { data: Float32Array.of(weightSet === 'ranker' ? 1 : 0), dims: [1] },
        ...cachedInputs(),
      });
      cache.append(ids.length, (index) =>
        outputNamed(outputs, index % 2 ? `value_${index >> 1}` : `key_${index >> 1}`),
      );
      return outputNamed(outputs, 'logits');
    },
    reset: async (weights) => {
      cache.clear();
      weightSet = weights;
    },
    dispose: async () => {
      if (isDisposed) return;
      isDisposed = true;
      cache.clear();
      await session.dispose();
    },
  };

  function cachedInputs(): Record<string, OnnxInput> {
    const inputs: Record<string, OnnxInput> = {};
    const dims = [shape.num_key_value_heads, cache.capacity(), shape.head_dim];
    for (let layer = 0; layer < shape.num_hidden_layers; layer++) {
      inputs[`past_key_${layer}`] = { data: cache.array(2 * layer), dims };
      inputs[`past_value_${layer}`] = { data: cache.array(2 * layer + 1), dims };
    }
    return inputs;
  }
}

/** Token ids → rows of the embedding, [ids.length × hidden], unpacked when asked for. */
function embeddingLookup(tensors: ReadonlyMap<string, ShardTensor>, shape: DecoderShape) {
  const width = shape.hidden_size;
  // Copies, so that the shards can go.
  const words = wordsOf(tensorNamed(tensors, `${embedding}.q_weight`)).slice();
  const scales = wordsOf(tensorNamed(tensors, `${embedding}.q_scale`)).slice();
  return (ids: Int32Array): Float32Array => {
    const rows = new Float32Array(ids.length * width);
    for (const [index, id] of ids.entries()) {
      unpackQ4s(
        words.subarray((id * width) / 8, ((id + 1) * width) / 8),
        scales.subarray((id * width) / 32, ((id + 1) * width) / 32),
        rows.subarray(index * width, (index + 1) * width),
      );
    }
    return rows;
  };
}

/** Token t sees new tokens up to itself; once for each query head that shares a key-value head. */
function causalBias(tokenCount: number, share: number): OnnxInput {
  const data = new Float32Array(share * tokenCount * tokenCount);
  for (let row = 0; row < share * tokenCount; row++) {
    const start = row * tokenCount;
    data.fill(hiddenBias, start + (row % tokenCount) + 1, start + tokenCount);
  }
  return { data, dims: [share * tokenCount, tokenCount] };
}

function outputNamed(outputs: ReadonlyMap<string, Float32Array>, name: string): Float32Array {
  const output = outputs.get(name);
  if (!output)
    throw new WinnowError('engine-failed', `The graph gave no output "${name}". Build the model files again.`);
  return output;
}
