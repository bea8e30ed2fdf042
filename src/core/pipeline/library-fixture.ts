// An embedder, a splitter and languages that need no model, and what else a library is made of, for its tests.
import { wordCrossEncoder } from '../domain/cross-encoder-fixture.ts';
import type { Document } from '../domain/document.ts';
import type { Passage } from '../domain/passage.ts';
import type { Embedder, LanguageParts } from '../domain/ports.ts';
import type { LibraryParts } from './library-parts.ts';

const dimension = 26;

/** Counts letters: texts of the same words are near. Remembers what it was given. */
export function letterEmbedder(): Embedder & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    info: { modelId: 'letters', modelHash: 'letters-1', dimension, maxTokens: 100 },
    embed: async (texts) => {
      const vectors = new Float32Array(texts.length * dimension);
      for (const [row, text] of texts.entries()) {
        seen.push(text);
        const counts = vectors.subarray(row * dimension, (row + 1) * dimension);
        for (const letter of text.toLowerCase()) {
          const place = letter.charCodeAt(0) - 97;
          if (place >= 0 && place < dimension) counts[place] = (counts[place] ?? 0) + 1;
        }
        const length = Math.hypot(...counts) || 1;
        for (const place of counts.keys()) counts[place] = (counts[place] ?? 0) / length;
      }
      return { vectors, truncated: new Uint8Array(texts.length) };
    },
  };
}

/** Everything is English. */
const englishOnly: LanguageParts = {
  stemmers: { id: 'none', languages: new Set(), stem: (_, word) => word },
  detectorId: 'english',
  loadDetector: async () => ({ detect: () => new Map([['en', 1]]) }),
};

/** A passage for each block. */
export function splitByBlock(document: Document): Passage[] {
  return document.blocks.map(({ span }, ordinal) => ({
    id: `${document.id}:${ordinal}`,
    documentId: document.id,
    ordinal,
    span,
    text: document.text.slice(span.start, span.end),
    headingPath: [],
    pages: null,
    sentences: [span],
  }));
}

/** All parts but those that the engines give; the clock stands still. */
export function libraryPartsWith(
  embedder: Embedder = letterEmbedder(),
): Omit<LibraryParts, 'store' | 'sha256' | 'parse' | 'pause'> {
  const crossEncoder = wordCrossEncoder();
  return {
    splitter: { version: 'block-1', passagesOf: splitByBlock },
    clock: { nowMs: () => 5, monotonicMs: () => 5 },
    languages: englishOnly,
    untilQuiet: async () => undefined,
    embedder: { info: embedder.info, load: async () => embedder },
    crossEncoder: { info: crossEncoder.info, load: async () => crossEncoder },
    cancelLoads: () => undefined,
    deleteKeptFiles: async () => undefined,
    onChange: () => undefined,
  };
}
