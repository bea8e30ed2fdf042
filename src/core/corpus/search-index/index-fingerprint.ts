import { formatVersion } from './binary-file.ts';
import type { IndexSettings } from './search-index.ts';
import { tokeniserId } from './tokenise.ts';

/** Names everything that decides which terms and vectors an index holds. */
export function indexFingerprint({ chunking, embedder, languages }: IndexSettings): string {
  const { modelId, modelHash, dimension } = embedder;
  const words = languages ? `${languages.stemmers.id}+${languages.detectorId}` : 'english';
  return `index/${formatVersion} fields/name+headings+text ${tokeniserId} ${words} ${chunking} ${modelId}@${modelHash}/${dimension}`;
}
