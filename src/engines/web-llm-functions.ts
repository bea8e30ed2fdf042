// Each library holds the model's two functions twice: by the base weights alone, and with the ranker's updates.
// WebLLM has no setting for that, so the two that its pipeline calls are exchanged here.

import type { MLCEngine } from '@mlc-ai/web-llm';
import { WinnowError } from '../core/domain/errors.ts';
import type { WeightSet } from '../core/domain/token-model.ts';

type PackedFunction = { readonly dispose: () => void };

/** The part of WebLLM 0.2.86's pipeline that is used here; none of it is in WebLLM's types. */
type Pipeline = {
  prefill: PackedFunction;
  decoding: PackedFunction;
  readonly vm: { readonly getFunction: (name: string) => PackedFunction };
  readonly tvm: {
    readonly beginScope: () => void;
    readonly endScope: () => void;
    readonly detachFromCurrentScope: (value: PackedFunction) => PackedFunction;
  };
};

/** @throws WinnowError `engine-failed` where this WebLLM or this library is not as expected */
export function chooseFunctions(engine: MLCEngine, modelId: string): (weights: WeightSet) => void {
  // SAFETY: private in WebLLM's types; what is missing at run time is found just below.
  const pipelines = (engine as unknown as { loadedModelIdToPipeline?: ReadonlyMap<string, Pipeline> })
    .loadedModelIdToPipeline;
  const pipeline = pipelines?.get(modelId);
  if (!pipeline?.prefill || !pipeline.decoding || !pipeline.vm || !pipeline.tvm) {
    throw new WinnowError('engine-failed', 'This version of WebLLM keeps its functions elsewhere. Use the one pinned.');
  }
  const { tvm, vm } = pipeline;
  tvm.beginScope();
  try {
    const functions = {
      base: { prefill: pipeline.prefill, decoding: pipeline.decoding },
      ranker: {
        prefill: tvm.detachFromCurrentScope(vm.getFunction('prefill_ranker')),
        decoding: tvm.detachFromCurrentScope(vm.getFunction('decode_ranker')),
      },
    };
    return (weights) => Object.assign(pipeline, functions[weights]);
  } finally {
    tvm.endScope();
  }
}
