import { createModelService } from '../../workers/language-model/client.ts';
import { createRetrievalClient } from '../../workers/retrieval/client.ts';
import { createWinnowState, type WinnowState } from '../state/winnow-state.ts';
import type { UrlOptions } from './url-options.ts';

/** Language model of the catalog that the page loads unless its address names another. */
const defaultModelId = 'smollm2-135m-instruct-q4';

/** Joins stores, workers and clock: the only place that knows them all. */
export function wireWinnow({ engine, modelId }: UrlOptions): WinnowState {
  const modelsUrl = new URL('models/', document.baseURI).href;
  const pdfDataUrl = new URL('pdf/', document.baseURI).href;
  const recognitionUrl = new URL('recognition/', document.baseURI).href;
  return createWinnowState({
    library: createRetrievalClient({ modelsUrl, pdfDataUrl, recognitionUrl }),
    models: createModelService({ modelId: modelId ?? defaultModelId, modelsUrl }),
    engineChoice: engine,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    newId: () => crypto.randomUUID(),
  });
}
