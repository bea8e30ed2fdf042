/**
 * The library's search index: passages by their words (BM25) and by their vectors. Of a passage, its text, the headings
 * above it and the document's name count as its words, so that a passage is found by what its section is about.
 * The index keeps no passage: hits are ids.
 */
import type { DocumentId } from '../../domain/document.ts';
import type { Passage, PassageId } from '../../domain/passage.ts';
import type { EmbedderInfo, LanguageParts } from '../../domain/ports.ts';
import type { Span } from '../../domain/span.ts';
import type { SavedIndex } from '../../domain/store.ts';
import type { Bm25Parameters } from './bm25-parameters.ts';

/** What shapes an index besides its own code. */
export type IndexSettings = {
  /** Name and version of the way passages are made. */
  readonly chunking: string;
  readonly embedder: Pick<EmbedderInfo, 'modelId' | 'modelHash' | 'dimension'>;
  /** Absent: every passage is taken as English. */
  readonly languages?: Pick<LanguageParts, 'stemmers' | 'detectorId'>;
};

export type SearchHit = { readonly passageId: PassageId; readonly score: number };

type IndexStats = {
  readonly documentCount: number;
  readonly passageCount: number;
  readonly vectorCount: number;
  readonly segmentCount: number;
  readonly postingBytes: number;
  readonly exactVectorBytes: number;
  readonly scanVectorBytes: number;
  readonly scanKind: 'simd' | 'plain';
};

/** Passages found for what stands in a search box, and how many hold any of its words. */
type TypedHits = { readonly hits: readonly SearchHit[]; readonly matchCount: number };

/** Ways to find passages. */
export type Searches = {
  /** Best first, at most `limit`; only passages that hold at least one term. */
  readonly searchBm25: (question: string, limit: number, parameters?: Bm25Parameters) => SearchHit[];
  /** Best first, at most `limit`, by dot product. Passages without a vector are not found. */
  readonly searchDense: (queryVector: Float32Array, limit: number) => SearchHit[];
  /** As `searchBm25`, while the text is being written: a last word with nothing behind it may go on. */
  readonly searchTyped: (text: string, limit: number) => TypedHits;
};

export type SearchIndex = Searches & {
  readonly fingerprint: string;
  /**
   * Makes a document's passages searchable by words. Passages are all of one document and in order, from ordinal 0.
   * @param languages of each passage, from `passageLanguages`; absent: English
   * @throws WinnowError `document-duplicate`, `document-empty` (no passage)
   */
  readonly addPassages: (documentName: string, passages: readonly Passage[], languages?: readonly string[]) => void;
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
  /** Words that `searchBm25` would look for, in every language held, as people know them: without accents, not stemmed. */
  readonly queryTerms: (question: string) => string[];
  /** The same searches among some documents: what is found there is not cut by what is better elsewhere. */
  readonly within: (documentIds: Iterable<DocumentId>) => Searches;
  /** What finds, in a text, the words that `searchTyped` looks for: spans of whole words, in order. */
  readonly markTyped: (typed: string) => (text: string) => Span[];
  /**
   * @param stored names of the parts that are already kept; parts hold a checksum of their content in their name, so that
   *   a name seen before need not be written again
   */
  readonly save: (stored: ReadonlySet<string>) => SavedIndex;
  readonly stats: () => IndexStats;
};
