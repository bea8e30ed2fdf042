import catalogFile from '../../models/catalog.json';
import type { Catalog } from '../../src/core/domain/catalog.ts';
import { WinnowError } from '../../src/core/domain/errors.ts';
import type { LanguageModel } from '../../src/core/domain/language-model.ts';
import { compileConstraint } from '../../src/core/query/selection/compile-constraint.ts';
import { distilledPrompt } from '../../src/core/query/selection/ranker-prompts.ts';
import { whileAnswering } from '../../src/engines/answering-lock.ts';
import { createArtifactSource } from '../../src/engines/artifact-source.ts';
import { loadLanguageModel } from '../../src/engines/load-language-model.ts';
import { tokenModelLoaders } from '../../src/engines/token-model-loaders.ts';
import { probeWebGpu } from '../../src/engines/webgpu-probe.ts';
import { serveWall } from '../wall/serve-wall.ts';
import type { LanguageModelProtocol } from './protocol.ts';
import { languageModelProtocolVersion, scriptedModelId } from './protocol.ts';

/** More threads than this gain nothing for a model of this size. */
const maxThreads = 4;

// SAFETY: the recipe writes the catalog in this shape.
const catalog = catalogFile as Catalog;
const now = (): number => performance.now();

/** The language-model worker, on the worker's own global scope. */
export function serveLanguageModel(): void {
  let loaded: LanguageModel | null = null;

  function current(): LanguageModel {
    if (loaded) return loaded;
    throw new WinnowError('engine-unavailable', 'No language model is loaded. Load one first.');
  }

  const wall = serveWall<LanguageModelProtocol>({
    protocolVersion: languageModelProtocolVersion,
    calls: {
      load: async (job, request) => {
        if (request.modelId === scriptedModelId) {
          const { loadScriptedModel } = await import('../../src/engines/load-scripted-model.ts');
          const rankerPromptVersion = distilledPrompt.template.version;
          const scripted = loadScriptedModel({ compileConstraint, rankerPromptVersion, now });
          loaded = scripted.model;
          return { info: loaded.info(), report: scripted.report };
        }
        const result = await loadLanguageModel({
          choice: request.choice,
          modelId: request.modelId,
          catalog,
          artifacts: createArtifactSource({ catalog, baseUrl: request.modelsUrl }),
          loaders: tokenModelLoaders,
          probe: probeWebGpu,
          threads: globalThis.crossOriginIsolated ? Math.min(maxThreads, navigator.hardwareConcurrency) : 1,
          earlier: request.earlier,
          excluded: new Set(request.excluded),
          compileConstraint,
          now,
          onTry: (engine) => wall.notify({ trying: engine }),
          onProgress: job.report,
          signal: job.signal,
        });
        loaded = result.model;
        return { info: loaded.info(), report: result.report };
      },
      countTokens: (_job, prompts) => current().countTokens(prompts),
    },
    streams: {
      generate: (job, request) => whileAnswering(current().generate(request, job.signal)),
    },
  });
}
