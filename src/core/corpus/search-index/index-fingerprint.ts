import { formatVersion } from './binary-file.ts';
import type { IndexSettings } from './search-index.ts';
import { tokeniserId } from './tokenise.ts';

/** Names everything that decides which terms and vectors an index holds. */
export function indexFingerprint({ chunking, embedder }: IndexSettings): string {
  const { modelId, modelHash, dimension } = embedder;
  return `index/${formatVersion} fields/name+headings+text ${tokeniserId} ${chunking} ${modelId}@${modelHash}/${dimension}`;
}
