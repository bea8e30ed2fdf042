import type { EngineChoice } from '../core/domain/services.ts';

/** What the page's address may ask for: `?engine=auto|web-llm|transformers` and, for tests, `?model=`. */
export type UrlOptions = {
  readonly engine: EngineChoice;
  /** Id in the catalog, or `scripted`; null for the default. */
  readonly modelId: string | null;
};

const engines: readonly EngineChoice[] = ['auto', 'web-llm', 'transformers'];

/** Reads the query string; an unknown engine counts as `auto`. */
export function readUrlOptions(search: string): UrlOptions {
  const parameters = new URLSearchParams(search);
  const engine = engines.find((choice) => choice === parameters.get('engine')) ?? 'auto';
  return { engine, modelId: parameters.get('model') };
}
