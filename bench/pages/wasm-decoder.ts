// The two sides of the bench `wasm-decoder`, each run in a fresh page: our engine, and transformers.js's own generation
// with a graph of its own kind. Both get the same weights and the same prompts.

import mjsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import catalogFile from '../../models/catalog.json' with { type: 'json' };
import type { Catalog } from '../../src/core/domain/catalog.ts';
import type { ArtifactSource } from '../../src/core/domain/ports.ts';
import { readShardTensors } from '../../src/engines/shard-tensors.ts';
import { createTransformersTokenModel } from '../../src/engines/transformers-token-model.ts';
import { unpackWeights } from '../../src/engines/unpack-weights.ts';
import graphUrl from '../fixtures/transformers-js-decoder.onnx?url';

export type DecoderSpeed = {
  readonly loadMs: number;
  /** By prompt length: milliseconds to the first token, and per token after it. */
  readonly prompts: readonly { readonly tokens: number; readonly prefillMs: number; readonly stepMs: number }[];
};

export type DecoderSide = 'winnow' | 'transformers.js';

type Generate = (promptIds: readonly number[], newTokens: number) => Promise<void>;

const modelId = 'smollm2-135m-instruct-q4';
const decodedTokens = 12;

// SAFETY: the recipe writes the catalog in this shape.
const model = (catalogFile as Catalog).models.find(({ id }) => id === modelId);

/** Files as the server has them: the bench measures engines, not caches. */
const artifacts: ArtifactSource = {
  read: async (id, name) => new Uint8Array(await (await fetch(`/models/${id}/${name}`)).arrayBuffer()),
};

async function measure(side: DecoderSide, lengths: readonly number[], threads: number): Promise<DecoderSpeed> {
  const startMs = performance.now();
  const generate = await (side === 'winnow' ? loadWinnow(threads) : loadTransformersJs(threads));
  const loadMs = performance.now() - startMs;
  await generate(promptOf(16), 2);
  const prompts = [];
  for (const tokens of lengths) {
    const prefillMs = await timed(() => generate(promptOf(tokens), 1));
    const wholeMs = await timed(() => generate(promptOf(tokens), 1 + decodedTokens));
    prompts.push({ tokens, prefillMs, stepMs: Math.max(wholeMs - prefillMs, 1) / decodedTokens });
  }
  return { loadMs, prompts };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Ordinary tokens, no two prompts of one length differing. */
function promptOf(tokens: number): number[] {
  return Array.from({ length: tokens }, (_, index) => 500 + ((index * 7919) % 40_000));
}

async function loadWinnow(threads: number): Promise<Generate> {
  if (!model) throw new Error(`${modelId} is not in the catalog`);
  const probe = { adapter: null, obstacle: 'not looked for' };
  const decoder = await createTransformersTokenModel({ model, artifacts, probe, threads, signal: undefined });
  return async (promptIds, newTokens) => {
    await decoder.reset();
    let logits: Float32Array = new Float32Array(0);
    for (let done = 0; done < promptIds.length; done += decoder.chunkTokens) {
      logits = await decoder.forward(Int32Array.from(promptIds.slice(done, done + decoder.chunkTokens)));
    }
    for (let made = 1; made < newTokens; made++) {
      logits = await decoder.forward(Int32Array.of(logits.indexOf(Math.max(...logits))));
    }
  };
}

async function loadTransformersJs(threads: number): Promise<Generate> {
  const { AutoModelForCausalLM, env, Tensor } = await import('@huggingface/transformers');
  const { model_config: shape } = await (await fetch(`/models/${modelId}/mlc-chat-config.json`)).json();
  const config = { ...shape, model_type: 'llama', architectures: ['LlamaForCausalLM'] };
  const files: Readonly<Record<string, () => Promise<Response>>> = {
    'config.json': async () => Response.json(config),
    'generation_config.json': async () => Response.json({}),
    'model.onnx': () => fetch(graphUrl),
  };
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.useCustomCache = true;
  env.customCache = {
    match: async (name: string) => files[name.split('/').at(-1) ?? '']?.(),
    put: async () => undefined,
  };
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error('transformers.js came without its WebAssembly settings');
  wasm.numThreads = threads;
  wasm.wasmPaths = { mjs: new URL(mjsUrl, location.href).href, wasm: new URL(wasmUrl, location.href).href };
  const weights = await unpackWeights(await readShardTensors(artifacts, modelId, undefined), undefined);
  const decoder = await AutoModelForCausalLM.from_pretrained(modelId, {
    device: 'wasm',
    dtype: 'fp32',
    session_options: { externalData: [...weights].map(([path, data]) => ({ path, data })) },
  });
  weights.clear();
  return async (promptIds, newTokens) => {
    const dims = [1, promptIds.length];
    await decoder.generate({
      inputs: new Tensor('int64', BigInt64Array.from(promptIds, BigInt), dims),
      attention_mask: new Tensor('int64', new BigInt64Array(promptIds.length).fill(1n), dims),
      max_new_tokens: newTokens,
      min_new_tokens: newTokens,
      do_sample: false,
    } as Parameters<typeof decoder.generate>[0]);
  };
}

Object.assign(globalThis, { measure });
