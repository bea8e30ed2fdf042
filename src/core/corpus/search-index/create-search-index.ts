import type { DocumentId } from '../../domain/document.ts';
import { WinnowError } from '../../domain/errors.ts';
import type { PassageId } from '../../domain/passage.ts';
import type { Stemmers } from '../../domain/ports.ts';
import { bm25ParameterFault, defaultBm25 } from './bm25-parameters.ts';
import { buildSegment } from './build-segment.ts';
import { assertLanguages, assertPassagesOfOneDocument, assertVectors } from './index-checks.ts';
import { encodeManifest, encodeSegment, encodeVectors, type IndexPart } from './index-file.ts';
import { indexFingerprint } from './index-fingerprint.ts';
import { defaultLanguage } from './index-languages.ts';
import { createWordMarker } from './mark-words.ts';
import { mergeSegments, segmentsToMerge } from './merge-segments.ts';
import { type QueryWord, queryWords } from './query-words.ts';
import type { DocumentScope } from './row-ranges.ts';
import { type ScoreScratch, type SegmentHit, scoreBm25 } from './score-bm25.ts';
import { scoreWords } from './score-words.ts';
import type { IndexSettings, Searches, SearchHit, SearchIndex } from './search-index.ts';
import { hasRemoved, isRemoved, liveTotals, removeRows, type Segment, type SegmentDocument } from './segment.ts';
import { typedWords } from './typed-words.ts';
import { packOf, planPacks, type VectorPack } from './vector-packs.ts';
import { createVectorScan, maxDimension } from './vector-scan.ts';
import { createVectorStore, type VectorStore } from './vector-store.ts';

const noStemmers: Stemmers = { id: 'none', languages: new Set(), stem: (_, word) => word };

type Place = { readonly segment: Segment; readonly document: SegmentDocument };

/** What a saved index held. */
type LoadedIndex = {
  /** With the names of their parts, in row order. */
  readonly segments: ReadonlyMap<Segment, string>;
  readonly vectors: VectorStore;
  readonly packs: readonly VectorPack[];
};

/** @param loaded absent for a new one */
export function createSearchIndex(settings: IndexSettings, loaded?: LoadedIndex): SearchIndex {
  const { dimension } = settings.embedder;
  if (!(Number.isInteger(dimension) && dimension > 0 && dimension <= maxDimension)) {
    throw new WinnowError('internal', `Vectors have dimension ${dimension}; give 1 to ${maxDimension}.`, { dimension });
  }
  const fingerprint = indexFingerprint(settings);
  const store = loaded?.vectors ?? createVectorStore(dimension, createVectorScan(dimension));
  const scratch: ScoreScratch = { scores: new Float32Array(0), norms: new Float32Array(0) };
  const segmentNames = new WeakMap<Segment, string>(loaded?.segments ?? []);
  let packs = loaded?.packs ?? [];
  let segments = [...(loaded?.segments.keys() ?? [])];
  let places = placesOf(segments);
  let totals = totalsOf(segments);
  let languages = languagesOf(places);
  const stemmers = settings.languages?.stemmers ?? noStemmers;
  const wordsOfQuestion = (question: string): readonly QueryWord[] => queryWords(question, languages, stemmers);

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
    languages = languagesOf(places);
  };

  const searchesIn = (scope: DocumentScope): Searches => ({
    searchBm25: (question, limit, parameters = defaultBm25) => {
      const fault = bm25ParameterFault(parameters);
      if (fault) throw new WinnowError('internal', `BM25 cannot run: ${fault}`);
      const query = { words: wordsOfQuestion(question), parameters, limit, scope };
      return scoreBm25(segments, totals, query, scratch).map(hitOf);
    },
    searchDense: (queryVector, limit) => {
      assertVectors(queryVector, { dimension, firstOrdinal: 0, passageCount: 1 });
      return store
        .search(queryVector, limit, scope)
        .map(({ documentId, ordinal, score }) => ({ passageId: `${documentId}:${ordinal}`, score }));
    },
    searchTyped: (text, limit) => {
      const words = typedWords(text, languages, stemmers);
      const { hits, matchCount } = scoreWords(segments, totals, { words, limit, scope });
      return { hits: hits.map(hitOf), matchCount };
    },
  });

  return {
    fingerprint,
    addPassages: (documentName, passages, ofPassages = passages.map(() => defaultLanguage)) => {
      const documentId = assertPassagesOfOneDocument(documentName, passages);
      assertLanguages(ofPassages, passages.length, stemmers);
      if (places.has(documentId)) {
        throw new WinnowError('document-duplicate', `${documentName} is already in the index.`, { documentId });
      }
      const name = documentName.replace(/\.[a-z0-9]{1,5}$/i, '');
      const texts = passages.map((passage) => [name, ...passage.headingPath, passage.text]);
      segments.push(buildSegment([{ documentId, texts, languages: ofPassages }], stemmers));
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
    queryTerms: (question) => [...new Set(wordsOfQuestion(question).map(({ word }) => word))],
    ...searchesIn(null),
    within: (documentIds) => searchesIn(new Set(documentIds)),
    markTyped: (typed) => createWordMarker(typedWords(typed, languages, stemmers), languages, stemmers),
    save: (stored) => {
      // Words of a document that was removed must not stay on the disk until others of its segment are.
      if (segments.some(hasRemoved)) {
        segments = segments.map((segment) => (hasRemoved(segment) ? mergeSegments([segment]) : segment));
        places = placesOf(segments);
      }
      const newParts: IndexPart[] = [];
      const nameOf = (part: IndexPart): string => {
        if (!stored.has(part.name)) newParts.push(part);
        return part.name;
      };
      const segmentParts = segments.map((segment) => {
        const known = segmentNames.get(segment);
        const part = known !== undefined && stored.has(known) ? known : nameOf(encodeSegment(segment));
        segmentNames.set(segment, part);
        return part;
      });
      const { kept, added } = planPacks(
        store.blocks(),
        packs.filter(({ name }) => stored.has(name)),
      );
      packs = [...kept, ...added.map((blocks) => packOf(nameOf(encodeVectors(blocks)), blocks))];
      const vectorParts = packs.map(({ name }) => name);
      return {
        manifest: encodeManifest({ fingerprint, segments: segmentParts, vectors: vectorParts }),
        partNames: [...segmentParts, ...vectorParts],
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
      scanVectorBytes: store.scanBytes(),
      scanKind: store.scanKind,
    }),
  };
}

/** Languages of the living documents, sorted. English in an empty index: something must split a question into words. */
function languagesOf(places: ReadonlyMap<DocumentId, Place>): readonly string[] {
  const languages = new Set(Array.from(places.values(), ({ document }) => document.languages).flat());
  return languages.size === 0 ? [defaultLanguage] : [...languages].sort();
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

function hitOf({ segment, row, score }: SegmentHit): SearchHit {
  return { passageId: passageIdOf(segment, row), score };
}

function passageIdOf(segment: Segment, row: number): PassageId {
  const document = segment.documents.findLast(({ firstRow }) => firstRow <= row);
  return document ? `${document.documentId}:${row - document.firstRow}` : '';
}
