import { WinnowError } from '../../domain/errors.ts';
import { createSearchIndex } from './create-search-index.ts';
import { decodeManifest, decodeSegment, decodeVectors } from './index-file.ts';
import { indexFingerprint } from './index-fingerprint.ts';
import type { IndexSettings, SearchIndex } from './search-index.ts';
import type { Segment } from './segment.ts';
import { packOf, type VectorPack } from './vector-packs.ts';
import { createVectorScan } from './vector-scan.ts';
import { createVectorStore } from './vector-store.ts';

/**
 * The index that was saved, as it was.
 * @param readPart gives the bytes of one of the manifest's parts; the index keeps them
 * @throws WinnowError `index-mismatch` when a part is missing or damaged, or other settings or code shaped the index
 */
export async function loadSearchIndex(
  settings: IndexSettings,
  manifestBytes: ArrayBuffer,
  readPart: (name: string) => Promise<ArrayBuffer | undefined>,
): Promise<SearchIndex> {
  const manifest = decodeManifest(manifestBytes, indexFingerprint(settings));
  const read = async (name: string): Promise<ArrayBuffer> => {
    const bytes = await readPart(name);
    if (bytes) return bytes;
    throw new WinnowError('index-mismatch', `Index part ${name} is missing. Build the index again.`, { part: name });
  };
  const segments = new Map<Segment, string>();
  for (const part of manifest.segments) segments.set(decodeSegment(part, await read(part)), part);
  const { dimension } = settings.embedder;
  const vectors = createVectorStore(dimension, createVectorScan(dimension));
  const packs: VectorPack[] = [];
  for (const part of manifest.vectors) {
    const documents = decodeVectors(part, await read(part), dimension);
    for (const document of documents) {
      for (const { start, end } of runsOf(document.present)) {
        const run = document.vectors.subarray(start * dimension, end * dimension);
        vectors.set(document.documentId, document.passageCount, start, run);
      }
    }
    packs.push(
      packOf(
        part,
        documents.flatMap(({ documentId }) => vectors.block(documentId) ?? []),
      ),
    );
  }
  return createSearchIndex(settings, { segments, vectors, packs });
}

/** Runs of ones, half-open. */
function runsOf(present: Uint8Array): { readonly start: number; readonly end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let position = 0; position < present.length; position++) {
    if (present[position] !== 1) continue;
    const last = runs.at(-1);
    if (last?.end === position) last.end++;
    else runs.push({ start: position, end: position + 1 });
  }
  return runs;
}
