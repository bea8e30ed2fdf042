// ONNX bytes → a session of ONNX Runtime Web on WebAssembly, with every file from this origin.
// It is the build that transformers.js brings along, without its hub client: docs/decisions/0010 says why.

import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { engineFailed } from './engine-failed.ts';

export type OnnxInput = {
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
};

export type OnnxSession = {
  /**
   * Every output is float32; its array is the caller's to keep.
   * @throws WinnowError `engine-failed`
   */
  readonly run: (inputs: Readonly<Record<string, OnnxInput>>) => Promise<ReadonlyMap<string, Float32Array>>;
  readonly dispose: () => Promise<void>;
};

export type OnnxSessionOptions = {
  readonly graph: Uint8Array<ArrayBuffer>;
  /** Bytes of the weights that the graph keeps outside, by their path. */
  readonly weights?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** The first session of a worker decides for all of them. 1 where the page is not cross-origin isolated. */
  readonly threads: number;
};

/** @throws WinnowError `engine-failed` when the runtime does not start or does not take the graph */
export async function createOnnxSession({ graph, weights, threads }: OnnxSessionOptions): Promise<OnnxSession> {
  // Node finds the files beside the package.
  if ('location' in globalThis) env.wasm.wasmPaths = (await import('./onnx-runtime-files.ts')).onnxRuntimeFiles;
  env.wasm.numThreads = globalThis.crossOriginIsolated ? threads : 1;
  env.logLevel = 'error';
  const session = await InferenceSession.create(graph, {
    executionProviders: ['wasm'],
    externalData: [...(weights ?? [])].map(([path, data]) => ({ path, data })),
  }).catch((error: unknown) => {
    throw engineFailed('ONNX Runtime could not load the model', error);
  });

  return {
    run: async (inputs) => {
      const feeds: Record<string, Tensor> = {};
      for (const [name, { data, dims }] of Object.entries(inputs)) {
        feeds[name] =
          data instanceof Float32Array ? new Tensor('float32', data, dims) : new Tensor('int64', data, dims);
      }
      const results = await session.run(feeds).catch((error: unknown) => {
        throw engineFailed('ONNX Runtime failed to run the model', error);
      });
      const outputs = new Map<string, Float32Array>();
      for (const [name, { data }] of Object.entries(results)) {
        if (data instanceof Float32Array) outputs.set(name, data);
      }
      return outputs;
    },
    dispose: () => session.release(),
  };
}
