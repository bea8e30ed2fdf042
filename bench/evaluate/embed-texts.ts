import { join } from 'node:path';
import { WinnowError } from '../../src/core/domain/errors.ts';
import type { EmbedderInfo } from '../../src/core/domain/ports.ts';
import { embedderInfoOf } from '../../src/engines/embedder-info.ts';
import { loadTransformersEmbedder } from '../../src/engines/transformers-embedder.ts';
import { createFolderArtifacts, readCatalog } from './folder-artifacts.ts';
import { createProgress } from './progress.ts';
import { openVectorCache, type VectorCache } from './vector-cache.ts';

/**
 * Vectors of texts by the shipped embedder, on WebAssembly as in the app. They are kept: another run embeds only what is
 * new, and one that was interrupted goes on.
 */
export async function embedTexts(
  texts: readonly string[],
  folder: string,
  tell: (line: string) => void,
): Promise<{ readonly vectors: VectorCache; readonly info: EmbedderInfo }> {
  const catalog = await readCatalog();
  const model = catalog.models.find(({ role }) => role === 'embedder');
  if (!model) throw new WinnowError('artifact-unknown', 'There is no embedder in the catalog.');
  const info = await embedderInfoOf(model);
  const vectors = openVectorCache(join(folder, `vectors-${info.modelHash.slice(0, 12)}.bin`), info.dimension);
  const missing = [...new Set(texts)].filter((text) => !vectors.get(text));
  if (missing.length === 0) return { vectors, info };
  const embedder = await loadTransformersEmbedder({ model, artifacts: createFolderArtifacts(catalog), threads: 1 });
  const progress = createProgress(0, missing.length, (line) => tell(`embedding: ${line}`));
  try {
    for (const text of missing) {
      vectors.add(text, (await embedder.embed([text])).vectors);
      progress.step();
    }
  } finally {
    await embedder.dispose();
  }
  return { vectors, info };
}
