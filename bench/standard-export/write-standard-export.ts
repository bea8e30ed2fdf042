import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactSource } from '../../src/core/domain/ports.ts';
import { readShardTensors, type ShardTensor, tensorNamed, wordsOf } from '../../src/engines/shard-tensors.ts';
import { unpackQ4s } from '../../src/engines/unpack-q4s.ts';
import { type DecoderShape, decoderGraph } from './decoder-graph.ts';
import { type Matrix, type MatrixFormat, toInt4, toInt8, transposed } from './matrix-formats.ts';
import { type ElementType, type OnnxNode, type OnnxTensor, onnxFile } from './onnx-file.ts';

const modelsFolder = join(import.meta.dirname, '../../models');
/** As transformers.js names the files of each format. */
const fileNames: Readonly<Record<MatrixFormat, string>> = {
  q8: 'model_quantized.onnx',
  q4: 'model_q4.onnx',
  fp32: 'model.onnx',
};

const shippedFiles: ArtifactSource = {
  read: async (modelId, fileName) => new Uint8Array(await readFile(join(modelsFolder, modelId, fileName))),
};

/** Writes the shipped weights as transformers.js expects a model: configuration, and graph and weights in each format. */
export async function writeStandardExport(
  modelId: string,
  folder: string,
  formats: readonly MatrixFormat[],
): Promise<void> {
  const tensors = await readShardTensors(shippedFiles, modelId, undefined);
  // SAFETY: the recipe writes this file.
  const { model_config: shape } = JSON.parse(
    await readFile(join(modelsFolder, modelId, 'mlc-chat-config.json'), 'utf8'),
  ) as { model_config: DecoderShape };
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const config = { ...shape, model_type: 'llama', architectures: ['LlamaForCausalLM'] };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  for (const format of formats) writeGraph(shape, tensors, format, join(folder, 'onnx'));
}

function writeGraph(
  shape: DecoderShape,
  shards: ReadonlyMap<string, ShardTensor>,
  format: MatrixFormat,
  folder: string,
): void {
  const location = `${fileNames[format]}_data`;
  const data = openSync(join(folder, location), 'w');
  const tensors = new Map<string, OnnxTensor>();
  let offset = 0;
  const store = (name: string, type: ElementType, dims: readonly number[], content: ArrayBufferView): string => {
    const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    if (!tensors.has(name)) {
      tensors.set(name, { name, type, dims, content: { location, offset, length: bytes.length } });
      writeSync(data, bytes);
      offset += bytes.length;
    }
    return name;
  };

  const graph = decoderGraph(shape, {
    constant: (name, type, dims, content) => {
      tensors.set(name, { name, type, dims, content });
      return name;
    },
    plain: (name) => {
      const tensor = shards.get(name);
      if (tensor) return store(name, 'float32', tensor.shape, tensor.bytes);
      const { values, rows, columns } = readMatrix(shards, name);
      return store(name, 'float32', [rows, columns], values);
    },
    product: (input, matrixName, range) => {
      const whole = readMatrix(shards, matrixName);
      const { columns } = whole;
      const [from, to] = range ?? [0, whole.rows];
      const matrix = { values: whole.values.subarray(from * columns, to * columns), rows: to - from, columns };
      return productNode(input, `${matrixName}.${from}`, matrix, format, store);
    },
  });
  closeSync(data);
  writeFileSync(join(folder, fileNames[format]), onnxFile({ ...graph, tensors: [...tensors.values()] }));
}

/** The matrix product of a format, as exports for transformers.js have it after ONNX Runtime's fusions. */
function productNode(
  input: string,
  name: string,
  matrix: Matrix,
  format: MatrixFormat,
  store: (name: string, type: ElementType, dims: readonly number[], content: ArrayBufferView) => string,
): OnnxNode {
  const { rows, columns } = matrix;
  const outputs = [`${name}.product`];
  if (format === 'fp32') {
    const weight = store(`${name}.fp32`, 'float32', [columns, rows], transposed(matrix));
    return { type: 'MatMul', inputs: [input, weight], outputs };
  }
  if (format === 'q8') {
    const { codes, scale } = toInt8(matrix);
    const weight = store(`${name}.int8`, 'int8', [columns, rows], codes);
    const scales = store(`${name}.scale`, 'float32', [1], Float32Array.of(scale));
    return { type: 'DynamicQuantizeMatMul', domain: 'com.microsoft', inputs: [input, weight, scales], outputs };
  }
  const { codes, scales } = toInt4(matrix);
  const blocks = columns / 32;
  const weight = store(`${name}.int4`, 'uint8', [rows, blocks, 16], codes);
  const blockScales = store(`${name}.scales`, 'float32', [rows * blocks], scales);
  return {
    type: 'MatMulNBits',
    domain: 'com.microsoft',
    inputs: [input, weight, blockScales],
    outputs,
    attributes: { K: columns, N: rows, bits: 4, block_size: 32 },
  };
}

function readMatrix(shards: ReadonlyMap<string, ShardTensor>, name: string): Matrix {
  const weight = tensorNamed(shards, `${name}.q_weight`);
  const words = wordsOf(weight);
  const values = new Float32Array(words.length * 8);
  unpackQ4s(words, wordsOf(tensorNamed(shards, `${name}.q_scale`)), values);
  const rows = weight.shape[0]!;
  return { values, rows, columns: values.length / rows };
}
