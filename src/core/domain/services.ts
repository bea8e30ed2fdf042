import type { CancelSignal } from './cancel.ts';
import type { Document, DocumentId, DocumentSummary, DocumentWarning } from './document.ts';
import type { ErrorData } from './errors.ts';
import type { Trace } from './events.ts';
import type { LanguageModel } from './language-model.ts';
import type { ExportedLibrary, ImportedLibrary, SaveTarget, TransferOptions } from './library-file.ts';
import type { CrossEncoder, Retriever } from './ports.ts';
import type { RecognitionLanguage } from './recognition.ts';
import type { SearchOptions, SearchResults } from './search.ts';
import type { EngineName } from './token-model.ts';
import type { FileData, Unpacked } from './unpacked.ts';

/** `done` of `total` units: bytes while reading, pages while parsing and recognising, passages while embedding. */
export type ImportProgress = {
  readonly stage: 'reading' | 'parsing' | 'recognising' | 'splitting' | 'indexing' | 'saving' | 'embedding';
  readonly done: number;
  readonly total: number;
};

export type ImportOptions = {
  readonly signal?: CancelSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
};

export type NewFile = {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly warnings?: readonly DocumentWarning[];
  readonly password?: string;
  readonly language?: RecognitionLanguage;
};

/**
 * Where the library is kept. `opfs`: files and IndexedDB; `indexed-db`: all in IndexedDB, where the browser has no file
 * system; `memory`: until the page is closed, where it has neither (some private windows).
 */
type StorageMedium = 'opfs' | 'indexed-db' | 'memory';

/** Something that was broken when the library was opened, and what was done. `message` is for people. */
export type StorageRepair = {
  readonly code: 'orphan-deleted' | 'original-missing' | 'document-incomplete' | 'vectors-recounted' | 'index-rebuilt';
  readonly message: string;
};

export type StorageState = {
  readonly medium: StorageMedium;
  /** Of the last `open`. */
  readonly repairs: readonly StorageRepair[];
  readonly usedBytes: number;
  /** Null where the browser does not say. */
  readonly quotaBytes: number | null;
  /** True when the browser promised not to evict the library by itself. */
  readonly persisted: boolean;
};

export type LibraryState = {
  readonly documents: readonly DocumentSummary[];
  readonly passageCount: number;
  readonly embeddedCount: number;
  /** Why vectors are not being computed; search goes on by words alone. Absent while all is well. */
  readonly embeddingFault?: ErrorData;
};

/** Everything the page asks of the library. Implemented by the retrieval worker's client. */
export type LibraryService = Retriever & {
  /**
   * Opens the stored library and goes on with embedding that was interrupted.
   * Progress comes where passages have to be split or indexed again.
   */
  readonly open: (options?: Pick<ImportOptions, 'onProgress'>) => Promise<LibraryState>;
  /**
   * What is in a file that the person added: one thing at a time, made when it is asked for. Nothing is added yet.
   * @throws WinnowError with a `document-…` code where the file as a whole cannot be read
   */
  readonly unpack: (
    file: { readonly name: string; readonly data: FileData },
    signal?: CancelSignal,
  ) => AsyncIterable<Unpacked>;
  /**
   * Adds one file: all of it or nothing. Searchable by BM25 when the promise resolves;
   * vectors follow in the background, reported through `onChange`.
   * `warnings` are put to those of the file's parser: what did not become documents of what came with it.
   * `password` opens a locked PDF. It goes to the parser and is kept nowhere. What is stored is the file as it was given,
   * locked, and its text, which is not: the page shows documents by their text, so nothing asks for the password again.
   * With a `language`, the text in its pictures is read as well: pictures, and pages of PDFs without text.
   * @throws WinnowError with a `document-…` or `storage-…` code; with a `language` also `recogniser-…`, `picture-too-large`
   */
  readonly add: (file: NewFile, options?: ImportOptions) => Promise<DocumentSummary>;
  /**
   * Reads the pictures of a document's pages without text, and puts what comes out in place of the document: all of it or
   * nothing. It is then as if it had been added so. @throws WinnowError `document-not-found`, `original-lost`, and as `add`
   */
  readonly recognise: (
    id: DocumentId,
    language: RecognitionLanguage,
    options?: ImportOptions,
  ) => Promise<DocumentSummary>;
  readonly remove: (id: DocumentId) => Promise<void>;
  /**
   * Marks a document with a word of the person's own; one that it has already, whatever its capitals, changes nothing.
   * Takes the spelling of the same tag on another document. @throws WinnowError `tag-refused`, `document-not-found`
   */
  readonly addTag: (id: DocumentId, tag: string) => Promise<void>;
  /** Taking off a tag that is not there is no error. @throws WinnowError `document-not-found` */
  readonly removeTag: (id: DocumentId, tag: string) => Promise<void>;
  /** @throws WinnowError `document-not-found` */
  readonly read: (id: DocumentId) => Promise<Document>;
  /** The file as it was added. @throws WinnowError `document-not-found` */
  readonly original: (id: DocumentId) => Promise<ArrayBuffer>;
  /**
   * Passages by their words alone, while these are being typed: no model is asked. Text without a letter or digit finds
   * nothing. @throws Cancelled
   */
  readonly search: (typed: string, options: SearchOptions, signal?: CancelSignal) => Promise<SearchResults>;
  /** The cross-encoder that ships with Winnow; loaded when it first scores. */
  readonly crossEncoder: () => Promise<CrossEncoder>;
  /** Resolves when every passage has a vector. */
  readonly embedded: (signal?: CancelSignal) => Promise<void>;
  /** Deletes everything stored: documents, index, vectors, traces, model caches. */
  readonly clear: () => Promise<void>;
  readonly storage: () => Promise<StorageState>;
  /** Asks the browser not to evict the library by itself; some ask the person. Resolves with its answer. */
  readonly persist: () => Promise<boolean>;
  /**
   * Writes documents, passages, vectors and traces into one file, to `target` where the person chose one.
   * @throws WinnowError `library-file-unwritable`, `storage-…`
   */
  readonly exportLibrary: (target: SaveTarget | null, options?: TransferOptions) => Promise<ExportedLibrary>;
  /**
   * Adds what such a file holds and the library does not. Nothing is stored before all of the file was checked; then each
   * document is added whole or not at all, and those added before a cancel stay. `data` is a Blob.
   * @throws WinnowError `library-file-…`, `storage-full` before anything is stored
   */
  readonly importLibrary: (
    file: { readonly name: string; readonly data: FileData },
    options?: TransferOptions,
  ) => Promise<ImportedLibrary>;
  readonly saveTrace: (trace: Trace) => Promise<void>;
  /** Newest first. */
  readonly traces: () => Promise<readonly Trace[]>;
  readonly removeTrace: (id: string) => Promise<void>;
  /** Called after every change of documents or vectors. Returns the function that ends it. */
  readonly onChange: (listener: (state: LibraryState) => void) => () => void;
};

/** `auto` lets the probe decide. */
export type EngineChoice = 'auto' | 'web-llm' | 'transformers';

export type EngineAttempt = {
  readonly engine: EngineName;
  readonly outcome: 'chosen' | 'skipped' | 'failed';
  /** Why, as a sentence for people. */
  readonly reason: string;
};

export type EngineReport = {
  readonly engine: EngineName;
  readonly variant: string;
  readonly attempts: readonly EngineAttempt[];
  /** Null where there is no WebGPU adapter. */
  readonly adapter: {
    readonly vendor: string;
    readonly architecture: string;
    readonly isSoftware: boolean;
    readonly hasF16: boolean;
  } | null;
  readonly threads: number;
  readonly loadMs: number;
  readonly prefillTokensPerSecond: number;
  readonly decodeTokensPerSecond: number;
};

export type LoadProgress = {
  readonly stage: 'probing' | 'fetching' | 'verifying' | 'preparing' | 'self-test';
  readonly file: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
};

/** Everything the page asks of the language model. Implemented by the language-model worker's client. */
export type ModelService = {
  /**
   * Loads the model on the best engine that passes its self-test, or the one asked for.
   * @throws WinnowError `engine-unavailable` when none works, `artifact-…` for bad files
   */
  readonly load: (
    choice: EngineChoice,
    options?: { readonly signal?: CancelSignal; readonly onProgress?: (progress: LoadProgress) => void },
  ) => Promise<{ readonly model: LanguageModel; readonly report: EngineReport }>;
  /** Called when a loaded engine was replaced by itself (a lost device, a dead worker). Returns the function that ends it. */
  readonly onFallback: (listener: (report: EngineReport) => void) => () => void;
  readonly unload: () => Promise<void>;
};
