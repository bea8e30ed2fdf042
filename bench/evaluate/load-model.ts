// The app's language model under Node: the same engine, weights, hashes and self-test.
import type { CatalogModel } from '../../src/core/domain/catalog.ts';
import { WinnowError } from '../../src/core/domain/errors.ts';
import type { LanguageModel } from '../../src/core/domain/language-model.ts';
import { compileConstraint } from '../../src/core/query/selection/compile-constraint.ts';
import { loadLanguageModel } from '../../src/engines/load-language-model.ts';
import { modelHashOf } from '../../src/engines/model-hash.ts';
import { encodePrompt } from '../../src/engines/token-language-model.ts';
import { tokenModelLoaders } from '../../src/engines/token-model-loaders.ts';
import { createTokenizer } from '../../src/engines/tokenizer.ts';
import { createFolderArtifacts, readCatalog } from './folder-artifacts.ts';

export type EngineOption = 'transformers' | 'none';

export type EvaluationModel = {
  readonly model: LanguageModel;
  readonly dispose: () => Promise<void>;
};

export type ModelOptions = {
  /** `none` loads no weights: the model counts tokens and refuses to generate. */
  readonly engine: EngineOption;
  /** Id in the catalog; null for its first language model, which is the one that the app loads. */
  readonly modelId: string | null;
  readonly threads: number;
};

const noGpu = { adapter: null, obstacle: 'Node has no WebGPU.' };

/** @throws WinnowError of the engine; `artifact-unknown` for a model that is not in the catalog */
export async function loadModel({ engine, modelId, threads }: ModelOptions): Promise<EvaluationModel> {
  const catalog = await readCatalog();
  const artifacts = createFolderArtifacts(catalog);
  const entry = catalog.models.find(({ id, role }) => role === 'language-model' && (modelId ?? id) === id);
  if (!entry) throw new WinnowError('artifact-unknown', `There is no language model "${modelId}" in the catalog.`);
  if (engine === 'none') {
    const tokenizer = createTokenizer(await artifacts.read(entry.id, 'tokenizer.json'));
    return { model: await countingModel(entry, tokenizer), dispose: async () => {} };
  }
  // What it means is "threads may be used"; in a browser, isolation decides that.
  Object.defineProperty(globalThis, 'crossOriginIsolated', { value: threads > 1, configurable: true });
  return loadLanguageModel({
    choice: engine,
    modelId: entry.id,
    catalog,
    artifacts,
    loaders: tokenModelLoaders,
    probe: async () => noGpu,
    threads,
    earlier: [],
    excluded: new Set(),
    compileConstraint,
    now: () => performance.now(),
    onTry: () => {},
    onProgress: () => {},
  });
}

async function countingModel(
  entry: CatalogModel,
  tokenizer: ReturnType<typeof createTokenizer>,
): Promise<LanguageModel> {
  const info = {
    modelId: entry.id,
    modelHash: await modelHashOf(entry),
    engine: 'scripted',
    variant: 'none',
    contextTokens: entry.contextTokens,
    rankerPromptVersion: entry.promptVersion,
    prefillTokensPerSecond: null,
    decodeTokensPerSecond: null,
  } as const;
  return {
    info: () => info,
    countTokens: async (prompts) => prompts.map((prompt) => encodePrompt(prompt, tokenizer).length),
    generate: () => {
      throw new WinnowError(
        'engine-unavailable',
        'This strategy needs a language model; run it with --engine transformers.',
      );
    },
  };
}
