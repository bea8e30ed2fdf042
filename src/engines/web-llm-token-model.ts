// WebLLM driven by token ids: prompts are encoded by us, one decode loop serves every engine, and WebLLM's own
// chat, templates, tokenizer and sampler stay unused. Its logit processor is where the logits come out.

import type { LogitProcessor } from '@mlc-ai/web-llm';
import { MLCEngine } from '@mlc-ai/web-llm';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { TokenModel } from '../core/domain/token-model.ts';
import { assertForward } from './assert-forward.ts';
import { captureDevice } from './captured-device.ts';
import { engineFailed } from './engine-failed.ts';
import type { TokenModelRequest } from './load-language-model.ts';
import { withSealedGlobals } from './sealed-globals.ts';
import { chooseFunctions } from './web-llm-functions.ts';
import type { WebGpuProbe } from './webgpu-probe.ts';

type Variant = {
  readonly name: 'software' | 'gpu-f16' | 'gpu-f32';
  /** At most the library's own chunk; the less, the sooner a cancel is seen. */
  readonly chunkTokens: number;
};

const variants = {
  software: { name: 'software', chunkTokens: 32 },
  'gpu-f16': { name: 'gpu-f16', chunkTokens: 256 },
  'gpu-f32': { name: 'gpu-f32', chunkTokens: 256 },
} as const satisfies Record<string, Variant>;

const configName = 'mlc-chat-config.json';

/** After a failed call, how long the browser may take to tell that the device was lost. */
const lossNoticeMs = 1000;

/** WebLLM wants an absolute address with `/resolve/` in it. Nothing is ever fetched from this one. */
const addressBase = 'https://files.invalid/resolve/model/';

/**
 * Loads the library that fits the adapter. Call it where nothing else fetches meanwhile.
 * @throws WinnowError `engine-failed`, `device-lost`; the artifact source's own errors
 */
export async function createWebLlmTokenModel(request: TokenModelRequest): Promise<TokenModel> {
  const { model, probe } = request;
  const variant = chooseVariant(probe);
  const libraryName = `webgpu-${variant.name}.wasm`;
  const files = await readFiles(request, libraryName);
  const vocabularySize = numberIn(files.get(addressBase + configName), 'vocab_size');
  throwIfCancelled(request.signal);

  let logits: Float32Array = new Float32Array(0);
  const keepLogits: LogitProcessor = {
    processLogits: (values) => {
      logits = values;
      return values;
    },
    processSampledToken: () => undefined,
    resetState: () => undefined,
  };
  const engine = new MLCEngine({
    logLevel: 'SILENT',
    logitProcessorRegistry: new Map([[model.id, keepLogits]]),
    appConfig: {
      model_list: [
        {
          model: addressBase,
          model_id: model.id,
          model_lib: addressBase + libraryName,
          overrides: { context_window_size: model.contextTokens },
        },
      ],
    },
  });
  const { device } = await captureDevice(() => withSealedGlobals(files, () => engine.reload(model.id))).catch(
    (error: unknown) => {
      if (error instanceof WinnowError) throw error;
      throw engineFailed('WebLLM could not load the model', error);
    },
  );
  // WebLLM has copied them; the closures below would keep them alive.
  files.clear();
  const useFunctions = chooseFunctions(engine, model.id);
  if (!device) throw new WinnowError('engine-failed', 'WebLLM loaded the model without opening a GPU device.');

  const limits = { contextTokens: model.contextTokens, vocabularySize, chunkTokens: variant.chunkTokens };
  let isDisposed = false;
  let usedTokens = 0;
  const lost = device.lost.then(({ reason, message }): never => {
    const detail = message || reason;
    throw new WinnowError('device-lost', `The graphics device was lost (${detail}). Load the model again.`, { reason });
  });
  // It may happen while nobody waits.
  lost.catch(() => undefined);

  /** One call into WebLLM; a lost device ends it even where WebLLM itself would wait for ever. */
  async function call<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (isDisposed) throw new WinnowError('internal', 'The model was used after it had been disposed of.');
    try {
      return await Promise.race([work(), lost]);
    } catch (error) {
      if (error instanceof WinnowError) throw error;
      // A loss shows first as some odd error of the call; the browser tells of it a moment later.
      await Promise.race([lost, new Promise((resolve) => setTimeout(resolve, lossNoticeMs))]);
      throw engineFailed(`WebLLM failed to ${what}`, error);
    }
  }

  return {
    engine: 'web-llm',
    variant: variant.name,
    ...limits,
    forward: async (ids) => {
      assertForward(ids, usedTokens, limits);
      await call('run the model', () => engine.forwardTokensAndSample([...ids], ids.length > 1));
      usedTokens += ids.length;
      return logits;
    },
    reset: async (weights) => {
      await call('forget the sequence', () => engine.resetChat());
      useFunctions(weights);
      usedTokens = 0;
    },
    dispose: async () => {
      if (isDisposed) return;
      isDisposed = true;
      await engine.unload();
    },
  };
}

function chooseVariant({ adapter }: WebGpuProbe): Variant {
  if (adapter?.isSoftware) return variants.software;
  return adapter?.hasF16 ? variants['gpu-f16'] : variants['gpu-f32'];
}

/** Every file that WebLLM will ask for, by the address it will use. */
async function readFiles(
  request: TokenModelRequest,
  libraryName: string,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { model, artifacts, signal } = request;
  const shards = model.files.map(({ name }) => name).filter((name) => /^params_shard_\d+\.bin$/.test(name));
  const names = [configName, 'tokenizer.json', 'tensor-cache.json', libraryName, ...shards];
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of names) {
    files.set(addressBase + name, await artifacts.read(model.id, name, signal ? { signal } : {}));
  }
  return files;
}

function numberIn(json: Uint8Array | undefined, key: string): number {
  const content: unknown = JSON.parse(new TextDecoder().decode(json));
  // SAFETY: looked at as a record of unknown values only.
  const value = (content as Readonly<Record<string, unknown>>)[key];
  if (typeof value === 'number') return value;
  throw new WinnowError('engine-failed', `${configName} has no number "${key}". Build the model files again.`);
}
