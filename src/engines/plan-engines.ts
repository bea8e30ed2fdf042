// Which engines to try, in which order, and why not the others.
import type { EngineAttempt, EngineChoice } from '../core/domain/services.ts';
import type { WebGpuProbe } from './webgpu-probe.ts';

export type ModelEngine = 'web-llm' | 'transformers';

export type EnginePlan = {
  readonly tries: readonly ModelEngine[];
  /** Engines that will not be tried unless everything else fails, with the reason. */
  readonly skipped: readonly EngineAttempt[];
};

/**
 * A hardware GPU comes first. A software adapter runs the same arithmetic on the CPU with more overhead than WebAssembly,
 * so there, and where there is no adapter, the WASM engine comes first.
 * An engine that failed on this page before is not tried again, unless it was asked for.
 */
export function planEngines(
  choice: EngineChoice,
  probe: WebGpuProbe,
  failedBefore: ReadonlySet<string>,
): EnginePlan {
  if (choice !== 'auto') {
    const other: ModelEngine = choice === 'web-llm' ? 'transformers' : 'web-llm';
    return { tries: [choice], skipped: [skip(other, `${choice} was asked for.`)] };
  }
  const skipped: EngineAttempt[] = [];
  const tries: ModelEngine[] = ['transformers'];
  if (!probe.adapter || probe.obstacle) {
    skipped.push(skip('web-llm', probe.obstacle ?? 'There is no WebGPU adapter.'));
  } else if (probe.adapter.isSoftware) {
    skipped.push(skip('web-llm', 'The only WebGPU adapter is a software one, which is slower than WebAssembly.'));
  } else {
    tries.unshift('web-llm');
  }
  return { tries: tries.filter((engine) => !failedBefore.has(engine)), skipped };
}

function skip(engine: ModelEngine, reason: string): EngineAttempt {
  return { engine, outcome: 'skipped', reason };
}
