/**
 * The library's search index: passages by their words (BM25) and by their vectors. Of a passage, its text, the headings
 * above it and the document's name count as its words, so that a passage is found by what its section is about.
 * The index keeps no passage: hits are ids.
 */
import type { DocumentId } from '../../domain/document.ts';
import { WinnowError } from '../../domain/errors.ts';
import type { Passage, PassageId } from '../../domain/passage.ts';
import type { EmbedderInfo } from '../../domain/ports.ts';
import { formatVersion } from './binary-file.ts';
import { type Bm25Parameters, bm25ParameterFault, defaultBm25 } from './bm25-parameters.ts';
import { buildSegment } from './build-segment.ts';
import { assertPassagesOfOneDocument, assertVectors } from './index-checks.ts';
import {
  decodeManifest,
  decodeSegment,
  decodeVectors,
  encodeManifest,
  encodeSegment,
  encodeVectors,
  type IndexPart,
  removedPositions,
} from './index-file.ts';
import { mergeSegments, segmentsToMerge } from './merge-segments.ts';
import { type ScoreScratch, scoreBm25 } from './score-bm25.ts';
import { isRemoved, liveTotals, removeRows, type Segment, type SegmentDocument } from './segment.ts';
import { tokenise, tokeniserId } from './tokenise.ts';
import { createVectorScan, maxDimension } from './vector-scan.ts';
import { createVectorStore } from './vector-store.ts';

/** What shapes an index besides its own code. */
export type IndexSettings = {
  /** Name and version of the way passages are made. */
  readonly chunking: string;
  readonly embedder: Pick<EmbedderInfo, 'modelId' | 'modelHash' | 'dimension'>;
};

export type SearchHit = { readonly passageId: PassageId; readonly score: number };

export type SavedIndex = {
  /** Small, new every time. Write it after the parts it names. */
  readonly manifest: ArrayBuffer;
  /** All parts of this index. Others can be deleted once the manifest is written. */
  readonly partNames: readonly string[];
  /** Those of them that are not stored yet. */
  readonly newParts: readonly IndexPart[];
};

export type IndexStats = {
  readonly documentCount: number;
  readonly passageCount: number;
  readonly vectorCount: number;
  readonly segmentCount: number;
  readonly postingBytes: number;
  readonly exactVectorBytes: number;
  readonly scanVectorBytes: number;
  readonly scanKind: 'simd' | 'plain';
};

export type SearchIndex = {
  readonly fingerprint: string;
  /**
   * Makes a document's passages searchable by words. Passages are all of one document and in order, from ordinal 0.
   * @throws WinnowError `document-duplicate`, `document-empty` (no passage)
   */
  readonly addPassages: (documentName: string, passages: readonly Passage[]) => void;
  /**
   * Gives passages firstOrdinal, firstOrdinal + 1, … of a document their vectors, row-major [count × dimension], of unit
   * length. They are copied. @throws WinnowError `document-not-found`
   */
  readonly setVectors: (documentId: DocumentId, firstOrdinal: number, vectors: Float32Array) => void;
  /** Ordinals of a document's passages that have no vector yet. @throws WinnowError `document-not-found` */
  readonly missingVectors: (documentId: DocumentId) => number[];
  /** Scores are afterwards as if it had never been added. @throws WinnowError `document-not-found` */
  readonly removeDocument: (documentId: DocumentId) => void;
  readonly documentIds: () => readonly DocumentId[];
  /** Terms that `searchBm25` would look for. Empty when the question holds no letter or digit. */
  readonly queryTerms: (question: string) => string[];
  /** Best first, at most `limit`; only passages that hold at least one term. */
  readonly searchBm25: (question: string, limit: number, parameters?: Bm25Parameters) => SearchHit[];
  /** Best first, at most `limit`, by dot product. Passages without a vector are not found. */
  readonly searchDense: (queryVector: Float32Array, limit: number) => SearchHit[];
  /** @param stored names of the parts that are already kept */
  readonly save: (stored: ReadonlySet<string>) => SavedIndex;
  readonly stats: () => IndexStats;
};

type Place = { readonly segment: Segment; readonly document: SegmentDocument };

export function createSearchIndex(settings: IndexSettings): SearchIndex {
  return assemble(settings, []);
}

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
  const manifest = decodeManifest(manifestBytes, fingerprintOf(settings));
  const read = async (name: string): Promise<ArrayBuffer> => {
    const bytes = await readPart(name);
    if (bytes) return bytes;
    throw new WinnowError('index-mismatch', `Index part ${name} is missing. Build the index again.`, { part: name });
  };
  const segments: Segment[] = [];
  for (const { part, removed } of manifest.segments) {
    const segment = decodeSegment(part, await read(part));
    for (const position of removed) {
      const document = segment.documents[position];
      if (document) removeRows(segment, document);
    }
    segments.push(segment);
  }
  const index = assemble(settings, segments);
  const { dimension } = settings.embedder;
  for (const { part, documentId } of manifest.vectors) {
    const { present, vectors } = decodeVectors(part, await read(part));
    for (const { start, end } of runsOf(present)) {
      index.setVectors(documentId, start, vectors.subarray(start * dimension, end * dimension));
    }
  }
  return index;
}

function assemble(settings: IndexSettings, segmentsAtStart: readonly Segment[]): SearchIndex {
  const { dimension } = settings.embedder;
  if (!(Number.isInteger(dimension) && dimension > 0 && dimension <= maxDimension)) {
    throw new WinnowError('internal', `Vectors have dimension ${dimension}; give 1 to ${maxDimension}.`, { dimension });
  }
  const fingerprint = fingerprintOf(settings);
  const scan = createVectorScan(dimension);
  const store = createVectorStore(dimension, scan);
  const scratch: ScoreScratch = { scores: new Float32Array(0), norms: new Float32Array(0) };
  const segmentNames = new WeakMap<Segment, string>();
  const vectorNames = new WeakMap<object, { readonly revision: number; readonly name: string }>();
  let segments = [...segmentsAtStart];
  let places = placesOf(segments);
  let totals = totalsOf(segments);

  const placeOf = (documentId: DocumentId): Place => {
    const place = places.get(documentId);
    if (place) return place;
    throw new WinnowError('document-not-found', `No document ${documentId} in the index.`, { documentId });
  };

  /** Merges until the sizes are right again; call after every change. */
  const settle = (): void => {
    for (;;) {
      segments = segments.filter((segment) => liveTotals(segment).rowCount > 0);
      const sizes = segments.map((segment) => ({
        rowCount: segment.lengths.length,
        liveCount: liveTotals(segment).rowCount,
      }));
      const range = segmentsToMerge(sizes);
      if (!range) break;
      const merged = mergeSegments(segments.slice(range.start, range.end));
      segments.splice(range.start, range.end - range.start, merged);
    }
    places = placesOf(segments);
    totals = totalsOf(segments);
  };

  return {
    fingerprint,
    addPassages: (documentName, passages) => {
      const documentId = assertPassagesOfOneDocument(documentName, passages);
      if (places.has(documentId)) {
        throw new WinnowError('document-duplicate', `${documentName} is already in the index.`, { documentId });
      }
      const name = documentName.replace(/\.[a-z0-9]{1,5}$/i, '');
      const texts = passages.map((passage) => [name, ...passage.headingPath, passage.text]);
      segments.push(buildSegment([{ documentId, texts }]));
      settle();
    },
    setVectors: (documentId, firstOrdinal, vectors) => {
      const { rowCount } = placeOf(documentId).document;
      assertVectors(vectors, { dimension, firstOrdinal, passageCount: rowCount });
      store.set(documentId, rowCount, firstOrdinal, vectors);
    },
    missingVectors: (documentId) => {
      const { rowCount } = placeOf(documentId).document;
      const slots = store.block(documentId)?.slots ?? new Int32Array(rowCount).fill(-1);
      return [...slots.keys()].filter((ordinal) => (slots[ordinal] ?? -1) < 0);
    },
    removeDocument: (documentId) => {
      const { segment, document } = placeOf(documentId);
      removeRows(segment, document);
      store.remove(documentId);
      settle();
    },
    documentIds: () => [...places.keys()],
    queryTerms: (question) => [...new Set(tokenise(question))],
    searchBm25: (question, limit, parameters = defaultBm25) => {
      const fault = bm25ParameterFault(parameters);
      if (fault) throw new WinnowError('internal', `BM25 cannot run: ${fault}`);
      return scoreBm25(segments, totals, { terms: tokenise(question), parameters, limit }, scratch).map(
        ({ segment, row, score }) => ({ passageId: passageIdOf(segment, row), score }),
      );
    },
    searchDense: (queryVector, limit) => {
      assertVectors(queryVector, { dimension, firstOrdinal: 0, passageCount: 1 });
      return store
        .search(queryVector, limit)
        .map(({ documentId, ordinal, score }) => ({ passageId: `${documentId}:${ordinal}`, score }));
    },
    save: (stored) => {
      const newParts: IndexPart[] = [];
      const keep = (knownName: string | undefined, encode: () => IndexPart): string => {
        if (knownName !== undefined && stored.has(knownName)) return knownName;
        const part = encode();
        if (!stored.has(part.name)) newParts.push(part);
        return part.name;
      };
      const segmentEntries = segments.map((segment) => {
        const part = keep(segmentNames.get(segment), () => encodeSegment(segment));
        segmentNames.set(segment, part);
        return { part, removed: removedPositions(segment) };
      });
      const vectorEntries = Array.from(store.blocks(), (block) => {
        const known = vectorNames.get(block);
        const part = keep(known?.revision === block.revision ? known.name : undefined, () => encodeVectors(block));
        vectorNames.set(block, { revision: block.revision, name: part });
        return { part, documentId: block.documentId };
      });
      return {
        manifest: encodeManifest({ fingerprint, segments: segmentEntries, vectors: vectorEntries }),
        partNames: [...segmentEntries, ...vectorEntries].map(({ part }) => part),
        newParts,
      };
    },
    stats: () => ({
      documentCount: places.size,
      passageCount: totals.rowCount,
      vectorCount: store.count(),
      segmentCount: segments.length,
      postingBytes: segments.reduce((sum, segment) => sum + 5 * segment.rows.length + 4 * segment.offsets.length, 0),
      exactVectorBytes: store.exactBytes(),
      scanVectorBytes: scan.byteLength(),
      scanKind: scan.kind,
    }),
  };
}

/** Names everything that decides which terms and vectors an index holds. */
function fingerprintOf({ chunking, embedder }: IndexSettings): string {
  const { modelId, modelHash, dimension } = embedder;
  return `index/${formatVersion} fields/name+headings+text ${tokeniserId} ${chunking} ${modelId}@${modelHash}/${dimension}`;
}

function placesOf(segments: readonly Segment[]): Map<DocumentId, Place> {
  const places = new Map<DocumentId, Place>();
  for (const segment of segments) {
    for (const document of segment.documents) {
      if (!isRemoved(segment, document)) places.set(document.documentId, { segment, document });
    }
  }
  return places;
}

function totalsOf(segments: readonly Segment[]): { rowCount: number; length: number } {
  const totals = segments.map(liveTotals);
  return {
    rowCount: totals.reduce((sum, { rowCount }) => sum + rowCount, 0),
    length: totals.reduce((sum, { length }) => sum + length, 0),
  };
}

function passageIdOf(segment: Segment, row: number): PassageId {
  const document = segment.documents.findLast(({ firstRow }) => firstRow <= row);
  return document ? `${document.documentId}:${row - document.firstRow}` : '';
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
