import { AutoModelForCausalLM, BaseStreamer, env, Tensor, type TextStreamer } from '@huggingface/transformers';
import mjsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import type { MatrixFormat } from '../standard-export/matrix-formats.ts';
import type { Run, SpeedRequest } from './speed.ts';

/** transformers.js as it is: its model class, its `generate`, the runtime it is built on. Only files and threads are set. */
export async function loadTransformers({ threads }: SpeedRequest, dtype: MatrixFormat): Promise<Run> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = new URL('/', location.href).href;
  env.useBrowserCache = false;
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error('transformers.js has no WebAssembly backend here');
  wasm.wasmPaths = { mjs: new URL(mjsUrl, location.href).href, wasm: new URL(wasmUrl, location.href).href };
  wasm.numThreads = threads;
  const model = await AutoModelForCausalLM.from_pretrained('standard-export', {
    dtype,
    device: 'wasm',
    use_external_data_format: true,
  });
  return async (ids, writtenTokens) => {
    const streamer = new TokenTimes();
    const startMs = performance.now();
    await model.generate({
      inputs: tensorOf(ids.map(BigInt)),
      attention_mask: tensorOf(ids.map(() => 1n)),
      max_new_tokens: writtenTokens + 1,
      do_sample: false,
      // SAFETY: `generate` calls put and end alone; its type asks for a second streamer class by mistake.
      streamer: streamer as TokenTimes & TextStreamer,
    });
    const [first, last] = [streamer.timesMs[0], streamer.timesMs.at(-1)];
    if (first === undefined || last === undefined || streamer.ids.length !== writtenTokens + 1) {
      throw new Error(`transformers.js wrote ${streamer.ids.length} tokens instead of ${writtenTokens + 1}`);
    }
    return { prefillMs: first - startMs, decodeMs: last - first, ids: streamer.ids };
  };
}

function tensorOf(values: bigint[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values), [1, values.length]);
}

/** When each token came. The prompt comes first and is passed over. */
class TokenTimes extends BaseStreamer {
  readonly ids: number[] = [];
  readonly timesMs: number[] = [];
  private isPrompt = true;

  override put(batch: bigint[][]): void {
    if (!this.isPrompt) {
      this.timesMs.push(performance.now());
      this.ids.push(...(batch[0] ?? []).map(Number));
    }
    this.isPrompt = false;
  }

  override end(): void {}
}
