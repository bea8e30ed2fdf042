// The layout in which Llama models are usually exported for transformers.js: 4-bit or 8-bit products, and attention
// as one GroupQueryAttention per layer with rotary embedding and cache inside.

import type { ElementType, OnnxGraph, OnnxNode, OnnxValue } from './onnx-file.ts';

/** Of the model's configuration, what the graph needs. */
export type DecoderShape = {
  readonly num_hidden_layers: number;
  readonly hidden_size: number;
  readonly intermediate_size: number;
  readonly num_attention_heads: number;
  readonly num_key_value_heads: number;
  readonly head_dim: number;
  readonly vocab_size: number;
  readonly rms_norm_eps: number;
  readonly position_embedding_base: number;
};

/** How the weights get into the graph; names are those of the shards. */
export type DecoderWeights = {
  /** Adds the node that multiplies by a matrix, or by some of its rows. */
  readonly product: (input: string, matrix: string, rows?: readonly [from: number, to: number]) => OnnxNode;
  /** Name of a tensor kept as float32, as it is. */
  readonly plain: (name: string) => string;
  /** Name of a tensor made here. */
  readonly constant: (name: string, type: ElementType, dims: readonly number[], content: Uint8Array) => string;
};

const microsoft = 'com.microsoft';
const rotaryPositions = 4096;

export function decoderGraph(shape: DecoderShape, weights: DecoderWeights): Omit<OnnxGraph, 'tensors'> {
  const nodes: OnnxNode[] = [];
  // transformers.js finds the sizes of an empty cache by these names.
  const kvDims = ['batch_size', shape.num_key_value_heads, 'past_sequence_length', shape.head_dim];
  const inputs: OnnxValue[] = [
    { name: 'input_ids', type: 'int64', dims: ['batch_size', 'sequence_length'] },
    { name: 'attention_mask', type: 'int64', dims: ['batch_size', 'total_sequence_length'] },
    { name: 'num_logits_to_keep', type: 'int64', dims: [] },
  ];
  const outputs: OnnxValue[] = [{ name: 'logits', type: 'float32', dims: ['batch_size', 'kept', shape.vocab_size] }];
  const epsilon = { float: shape.rms_norm_eps };
  const int64 = (name: string, ...values: number[]): string =>
    weights.constant(name, 'int64', [values.length], bytesOf(BigInt64Array.from(values, BigInt)));
  const multiply = (...operands: Parameters<DecoderWeights['product']>): string => {
    const node = weights.product(...operands);
    nodes.push(node);
    return node.outputs[0]!;
  };
  const add = (type: string, from: readonly string[], to: string, rest: Partial<OnnxNode> = {}): string => {
    nodes.push({ type, inputs: from, outputs: [to], ...rest });
    return to;
  };

  const one = int64('one', 1);
  add('ReduceSum', ['attention_mask', one], 'mask_sum', { attributes: { keepdims: 0 } });
  add('Sub', ['mask_sum', one], 'last_positions');
  const lengths = add('Cast', ['last_positions'], 'seqlens_k', { attributes: { to: 6 } });
  add('Shape', ['attention_mask'], 'mask_shape');
  const oneScalar = weights.constant('one_scalar', 'int64', [], bytesOf(BigInt64Array.of(1n)));
  add('Gather', ['mask_shape', oneScalar], 'total_tokens');
  const total = add('Cast', ['total_tokens'], 'total_sequence_length', { attributes: { to: 6 } });
  const [cosines, sines] = rotaryTables(shape).map((table, index) =>
    weights.constant(
      index ? 'sin_cache' : 'cos_cache',
      'float32',
      [rotaryPositions, shape.head_dim / 2],
      bytesOf(table),
    ),
  );

  let residual = add('Gather', [weights.plain('model.embed_tokens'), 'input_ids'], 'embeddings');
  let normed = add(
    'SimplifiedLayerNormalization',
    [residual, weights.plain('model.layers.0.input_layernorm.weight')],
    'first_norm',
    { attributes: { axis: -1, epsilon } },
  );
  const addAndNorm = (addition: string, norm: string): void => {
    const sum = `${norm}.sum`;
    nodes.push({
      type: 'SkipSimplifiedLayerNormalization',
      domain: microsoft,
      inputs: [residual, addition, weights.plain(norm)],
      outputs: [`${norm}.normed`, '', '', sum],
      attributes: { epsilon },
    });
    residual = sum;
    normed = `${norm}.normed`;
  };

  for (let layer = 0; layer < shape.num_hidden_layers; layer++) {
    const prefix = `model.layers.${layer}`;
    const [pastKey, pastValue] = ['key', 'value'].map((kind) => {
      inputs.push({ name: `past_key_values.${layer}.${kind}`, type: 'float32', dims: kvDims });
      outputs.push({ name: `present.${layer}.${kind}`, type: 'float32', dims: kvDims });
      return `past_key_values.${layer}.${kind}`;
    });
    const queryKeyValue = multiply(normed, `${prefix}.self_attn.qkv_proj`);
    const mixed = `${prefix}.attention`;
    nodes.push({
      type: 'GroupQueryAttention',
      domain: microsoft,
      inputs: [queryKeyValue, '', '', pastKey!, pastValue!, lengths, total, cosines!, sines!],
      outputs: [mixed, `present.${layer}.key`, `present.${layer}.value`],
      attributes: { num_heads: shape.num_attention_heads, kv_num_heads: shape.num_key_value_heads, do_rotary: 1 },
    });
    addAndNorm(multiply(mixed, `${prefix}.self_attn.o_proj`), `${prefix}.post_attention_layernorm.weight`);

    const width = shape.intermediate_size;
    const gate = multiply(normed, `${prefix}.mlp.gate_up_proj`, [0, width]);
    const up = multiply(normed, `${prefix}.mlp.gate_up_proj`, [width, 2 * width]);
    add('Sigmoid', [gate], `${gate}.sigmoid`);
    add('Mul', [gate, `${gate}.sigmoid`], `${gate}.silu`);
    const hidden = add('Mul', [`${gate}.silu`, up], `${prefix}.hidden`);
    const isLast = layer + 1 === shape.num_hidden_layers;
    const following = isLast ? 'model.norm.weight' : `model.layers.${layer + 1}.input_layernorm.weight`;
    addAndNorm(multiply(hidden, `${prefix}.mlp.down_proj`), following);
  }

  // transformers.js asks for the last position only, where a graph lets it.
  add('Neg', ['num_logits_to_keep'], 'from_end');
  add('Unsqueeze', ['from_end', int64('axis.0', 0)], 'slice_start');
  const kept = add('Slice', [normed, 'slice_start', int64('slice_end', Number.MAX_SAFE_INTEGER), one], 'kept');
  const logits = multiply(kept, 'model.embed_tokens');
  add('Identity', [logits], 'logits');
  return { nodes, inputs, outputs };
}

/** Cosines and sines, each [positions × head size / 2]. */
function rotaryTables(shape: DecoderShape): readonly [Float32Array, Float32Array] {
  const half = shape.head_dim / 2;
  const angle = (index: number): number =>
    Math.floor(index / half) / shape.position_embedding_base ** ((index % half) / half);
  const angles = Array.from({ length: rotaryPositions * half }, (_, index) => angle(index));
  return [Float32Array.from(angles, Math.cos), Float32Array.from(angles, Math.sin)];
}

function bytesOf(array: BigInt64Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
