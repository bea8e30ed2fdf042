import type { CatalogModel } from '../core/domain/catalog.ts';
import type { EmbedderInfo } from '../core/domain/ports.ts';
import { modelHashOf } from './model-hash.ts';

/** Of all-MiniLM-L6-v2, the one embedder that the graph of the recipe is made for. */
const dimension = 384;

/** What is known of the catalog's embedder before it is loaded. */
export async function embedderInfoOf(model: CatalogModel): Promise<EmbedderInfo> {
  return { modelId: model.id, modelHash: await modelHashOf(model), dimension, maxTokens: model.contextTokens };
}
