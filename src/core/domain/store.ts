import type { CancelSignal } from './cancel.ts';
import type { Document, DocumentId, DocumentSummary } from './document.ts';
import type { Trace } from './events.ts';
import type { Passage, PassageId } from './passage.ts';
import type { StorageRepair, StorageState } from './services.ts';

/** What the store knows of a document without reading its text. */
export type StoredDocument = DocumentSummary & {
  /** What split it into passages; another splitter of today means that it has to be split again. */
  readonly chunkingId: string;
  /** The embedder whose vectors are stored, or null while there are none. */
  readonly embedderHash: string | null;
};

export type NewDocument = {
  readonly document: Document;
  /** In order of `ordinal`. */
  readonly passages: readonly Passage[];
  /** Null where it was lost before: an imported library may hold such documents. */
  readonly original: ArrayBuffer | null;
  readonly chunkingId: string;
  /** Those that are known already, of the first passages, in order and without a gap. */
  readonly vectors?: { readonly embedderHash: string; readonly runs: readonly VectorRun[] };
};

/** Vectors of consecutive passages of one document, from `firstOrdinal` on. */
export type VectorRun = {
  readonly documentId: DocumentId;
  readonly firstOrdinal: number;
  /** Row-major [count × dimension], unit length. */
  readonly vectors: Float32Array<ArrayBuffer>;
  readonly count: number;
};

/**
 * The search index as bytes: parts that never change under their name, and a manifest that names them.
 * It is derived from documents, passages and vectors, so losing it costs time only.
 */
export type SavedIndex = {
  readonly manifest: ArrayBuffer;
  /** All parts that the manifest needs; stored ones that are not among them are deleted. */
  readonly partNames: readonly string[];
  readonly newParts: readonly { readonly name: string; readonly bytes: ArrayBuffer }[];
};

type StoredIndex = {
  readonly manifest: ArrayBuffer;
  /** Null for a part that is lost, or not what was written. */
  readonly readPart: (name: string) => Promise<ArrayBuffer | null>;
};

/** Traces that a store keeps. */
export const traceLimit = 200;

export type StoreChange = 'changed' | 'cleared';

/**
 * Where the library lives. Every writing call is one step that happens entirely or not at all, also when the
 * process dies in the middle, and is serialised with the writes of other tabs.
 * All calls throw WinnowError `storage-full`, `storage-unavailable` or `storage-failed`.
 */
export type Store = {
  /** Opens, migrates, checks and repairs. Call it once, before anything else. Returns what was repaired. */
  readonly open: () => Promise<readonly StorageRepair[]>;
  readonly state: () => Promise<StorageState>;
  /** Newest first. */
  readonly documents: () => Promise<readonly StoredDocument[]>;
  /** One of them; null where there is none of that id. */
  readonly storedDocument: (id: DocumentId) => Promise<StoredDocument | null>;
  /** @throws WinnowError `document-duplicate` when the bytes are stored already (perhaps by another tab) */
  readonly addDocument: (added: NewDocument, signal?: CancelSignal) => Promise<void>;
  /** Puts newly split passages in place of the old ones; the vectors of the old ones go. */
  readonly replacePassages: (id: DocumentId, passages: readonly Passage[], chunkingId: string) => Promise<void>;
  /**
   * Puts other tags in place of a document's own; no tags at all are taken off the record.
   * @param change called with the tags that are stored; no other tab changes them meanwhile. What it throws changes nothing
   * @throws WinnowError `document-not-found`
   */
  readonly changeTags: (id: DocumentId, change: (tags: readonly string[]) => readonly string[]) => Promise<void>;
  /**
   * Puts another reading of the same file in place of a document: text, pages, warnings and passages. Its vectors and the
   * saved index go, its original stays. @throws WinnowError `document-not-found`; Cancelled
   */
  readonly replaceDocument: (
    replaced: Pick<NewDocument, 'document' | 'passages' | 'chunkingId'>,
    signal?: CancelSignal,
  ) => Promise<void>;
  /** Removing what is not there is no error. */
  readonly removeDocument: (id: DocumentId) => Promise<void>;
  /** @throws WinnowError `document-not-found` */
  readonly document: (id: DocumentId) => Promise<Document>;
  /** @throws WinnowError `document-not-found`; `original-lost` when its bytes are lost or altered */
  readonly original: (id: DocumentId) => Promise<ArrayBuffer>;
  /** Those of the passages that exist. */
  readonly passages: (ids: readonly PassageId[]) => Promise<ReadonlyMap<PassageId, Passage>>;
  /** All passages of a document, in order; empty for an unknown document. */
  readonly passagesOf: (id: DocumentId) => Promise<readonly Passage[]>;
  /** Vectors of a document made by that embedder from `fromOrdinal` on, in order. */
  readonly vectorsOf: (id: DocumentId, embedderHash: string, fromOrdinal: number) => Promise<readonly VectorRun[]>;
  /**
   * Appends vectors; those of another embedder go.
   * Returns false, and stores nothing, when the document is gone, when these passages have vectors already, or when the
   * document has another time than `addedAtMs`: it was read anew, and the vectors are of passages that are gone.
   */
  readonly addVectors: (run: VectorRun, embedderHash: string, addedAtMs?: number) => Promise<boolean>;
  /** Null when there is none, or its manifest is not what was written. */
  readonly loadIndex: () => Promise<StoredIndex | null>;
  /** @param save called with the names of the parts that are stored; no other tab changes them meanwhile */
  readonly saveIndex: (save: (stored: ReadonlySet<string>) => SavedIndex) => Promise<void>;
  /** Keeps the newest `traceLimit`. */
  readonly saveTrace: (trace: Trace) => Promise<void>;
  /** Newest first. */
  readonly traces: () => Promise<readonly Trace[]>;
  readonly removeTrace: (id: string) => Promise<void>;
  /** Deletes everything that this origin keeps in the browser, also what others than the store put there. */
  readonly clear: () => Promise<void>;
  /** Called when another tab changed documents or vectors, or deleted everything. Returns the function that ends it. */
  readonly onRemoteChange: (listener: (change: StoreChange) => void) => () => void;
  /** Runs the task while no other tab runs one of the same name; waits for its turn. */
  readonly exclusively: <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;
  /** Lets go of the database and of what waits. */
  readonly close: () => Promise<void>;
};
