// The app's cross-encoder under Node.
import { WinnowError } from '../../src/core/domain/errors.ts';
import type { CrossEncoder } from '../../src/core/domain/ports.ts';
import { loadTransformersCrossEncoder } from '../../src/engines/transformers-cross-encoder.ts';
import { createFolderArtifacts, readCatalog } from './folder-artifacts.ts';

export type EvaluationCrossEncoder = {
  readonly crossEncoder: CrossEncoder;
  readonly dispose: () => Promise<void>;
};

/** Loaded at once, so that the first sample's time is like the others'. @throws WinnowError of the engine */
export async function loadCrossEncoder(threads: number): Promise<EvaluationCrossEncoder> {
  const catalog = await readCatalog();
  const model = catalog.models.find(({ role }) => role === 'cross-encoder');
  if (!model) throw new WinnowError('artifact-unknown', 'There is no cross-encoder in the catalog.');
  const crossEncoder = await loadTransformersCrossEncoder({
    model,
    artifacts: createFolderArtifacts(catalog),
    threads,
  });
  return { crossEncoder, dispose: crossEncoder.dispose };
}

/** For runs whose strategy asks none. */
export const noCrossEncoder: CrossEncoder = {
  info: { modelId: 'none', modelHash: 'none' },
  score: () => Promise.reject(new WinnowError('internal', 'This run was begun without a cross-encoder.')),
};
