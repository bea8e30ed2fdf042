// Which engines to try, in which order, and why not the others.
import type { EngineChoice } from '../core/domain/services.ts';
import type { WebGpuProbe } from './webgpu-probe.ts';

export type ModelEngine = 'web-llm' | 'transformers';

export type EnginePlan = {
  /** In order; the first that loads and passes its self-test is taken. */
  readonly tries: readonly ModelEngine[];
  /** For each engine, why it may end up unused, as a sentence for people. */
  readonly reasons: Readonly<Record<ModelEngine, string>>;
};

/**
 * A hardware GPU comes first. A software adapter does the same arithmetic on the CPU with more overhead than WebAssembly,
 * so there the WASM engine comes first. Engines in `excluded` failed on this page before and are left out.
 */
export function planEngines(
  choice: EngineChoice,
  probe: WebGpuProbe,
  excluded: ReadonlySet<string> = new Set(),
): EnginePlan {
  if (choice !== 'auto') {
    const reason = `Not tried: ${choice} was asked for.`;
    return { tries: remaining([choice], excluded), reasons: { 'web-llm': reason, transformers: reason } };
  }
  if (!probe.adapter || probe.obstacle) {
    const obstacle = probe.obstacle ?? 'There is no WebGPU adapter.';
    return { tries: remaining(['transformers'], excluded), reasons: { 'web-llm': obstacle, transformers: '' } };
  }
  if (probe.adapter.isSoftware) {
    const reason = 'The only WebGPU adapter is a software one, which is slower than WebAssembly.';
    return {
      tries: remaining(['transformers', 'web-llm'], excluded),
      reasons: { 'web-llm': reason, transformers: '' },
    };
  }
  const reason = 'Not needed: the GPU engine works and is faster.';
  return { tries: remaining(['web-llm', 'transformers'], excluded), reasons: { 'web-llm': '', transformers: reason } };
}

function remaining(engines: readonly ModelEngine[], excluded: ReadonlySet<string>): readonly ModelEngine[] {
  return engines.filter((engine) => !excluded.has(engine));
}
