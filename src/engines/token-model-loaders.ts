import type { TokenModelLoader } from './load-language-model.ts';
import type { ModelEngine } from './plan-engines.ts';

/** Each engine's code is a download of its own, made when the engine is tried. */
export const tokenModelLoaders: Readonly<Record<ModelEngine, TokenModelLoader>> = {
  transformers: async (request) => {
    const { createTransformersTokenModel } = await import('./transformers-token-model.ts');
    return createTransformersTokenModel(request);
  },
  'web-llm': async (request) => {
    const { createWebLlmTokenModel } = await import('./web-llm-token-model.ts');
    return createWebLlmTokenModel(request);
  },
};
