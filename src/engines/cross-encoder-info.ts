import type { CatalogModel } from '../core/domain/catalog.ts';
import type { CrossEncoderInfo } from '../core/domain/ports.ts';
import { modelHashOf } from './model-hash.ts';

/** What is known of the catalog's cross-encoder before it is loaded. */
export async function crossEncoderInfoOf(model: CatalogModel): Promise<CrossEncoderInfo> {
  return { modelId: model.id, modelHash: await modelHashOf(model) };
}
