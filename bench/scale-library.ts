import { type FileHandle, open } from 'node:fs/promises';
import catalogFile from '../models/catalog.json' with { type: 'json' };
import { nodePdfAssets } from '../scripts/pdf-assets-node.ts';
import { splitPassages, splitterVersion } from '../src/core/corpus/passages/split-passages.ts';
import type { Catalog } from '../src/core/domain/catalog.ts';
import { embeddedTextId } from '../src/core/pipeline/embed-passages.ts';
import { exportLibrary } from '../src/core/pipeline/export-library.ts';
import type { ByteTarget } from '../src/engines/byte-target.ts';
import { embedderInfoOf } from '../src/engines/embedder-info.ts';
import { createLibraryZipWriter } from '../src/engines/library-zip-writer.ts';
import { createMemoryStore } from '../src/engines/memory-store.ts';
import { createDocumentParser } from '../src/engines/parse-document.ts';
import { sha256 } from '../src/engines/sha256.ts';
import { clusteredVectors } from './clustered-vectors.ts';
import type { ScaleFile } from './scale-text.ts';

const runCount = 16;

/** The files as an exported library, with made-up vectors under the name of the embedder that ships. */
export async function writeScaleLibrary(
  files: readonly ScaleFile[],
  path: string,
): Promise<{ readonly path: string; readonly passageCount: number }> {
  // SAFETY: the recipe writes the catalog in this shape.
  const model = (catalogFile as Catalog).models.find(({ role }) => role === 'embedder');
  if (!model) throw new Error('The catalog names no embedder.');
  const { modelHash, dimension } = await embedderInfoOf(model);
  const embedderHash = `${modelHash} ${embeddedTextId}`;
  const parse = createDocumentParser(nodePdfAssets);
  const { nextVectors } = clusteredVectors(dimension);
  const store = createMemoryStore();
  for (const [place, { name, text }] of files.entries()) {
    const original = new TextEncoder().encode(text).buffer;
    const id = await sha256(original);
    const parsed = await parse({ name, bytes: new Uint8Array(original) });
    const document = { id, name, byteLength: original.byteLength, addedAtMs: 1_700_000_000_000 + place, ...parsed };
    const passages = splitPassages(document);
    const runs = Array.from({ length: Math.ceil(passages.length / runCount) }, (_, run) => {
      const firstOrdinal = run * runCount;
      const count = Math.min(runCount, passages.length - firstOrdinal);
      return { documentId: id, firstOrdinal, count, vectors: nextVectors(count) };
    });
    await store.addDocument({
      document,
      passages,
      original,
      chunkingId: splitterVersion,
      vectors: { embedderHash, runs },
    });
  }
  const file = await open(path, 'w');
  const openWriter = async () => createLibraryZipWriter(targetOf(file), async () => undefined);
  const { counts } = await exportLibrary({ store, openWriter, pause: async () => undefined });
  return { path, passageCount: counts.passages };
}

function targetOf(file: FileHandle): ByteTarget {
  return {
    write: async (bytes) => void (await file.write(bytes)),
    close: async () => {
      await file.close();
      return null;
    },
    abort: () => file.close(),
  };
}
