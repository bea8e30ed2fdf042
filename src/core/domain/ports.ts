import type { CancelSignal } from './cancel.ts';
import type { DocumentId, ParsedDocument } from './document.ts';
import type { Pool } from './pool.ts';
import type { Recognition } from './recognition.ts';

/** Verified bytes of model files: the hash was compared before the promise resolves. */
export type ArtifactSource = {
  /**
   * @param onProgress bytes received so far of this file, and its size
   * @throws WinnowError `artifact-unknown` (not in the catalog), `artifact-unavailable` (could not be had),
   *   `artifact-corrupt` (wrong bytes twice: once from the cache or network, once fetched again)
   */
  readonly read: (
    modelId: string,
    fileName: string,
    options?: { readonly signal?: CancelSignal; readonly onProgress?: (doneBytes: number, totalBytes: number) => void },
  ) => Promise<Uint8Array<ArrayBuffer>>;
};

export type EmbedderInfo = {
  readonly modelId: string;
  readonly modelHash: string;
  readonly dimension: number;
  /** Longer texts are cut at this many tokens. */
  readonly maxTokens: number;
};

export type Embedder = {
  readonly info: EmbedderInfo;
  /** Vectors of unit length, row-major [texts.length × dimension]; `truncated[i]` is 1 where text i was cut. */
  readonly embed: (
    texts: readonly string[],
    signal?: CancelSignal,
  ) => Promise<{ readonly vectors: Float32Array; readonly truncated: Uint8Array }>;
};

export type CrossEncoderInfo = { readonly modelId: string; readonly modelHash: string };

/** Reads question and passage together: slower than comparing vectors, and truer. */
export type CrossEncoder = {
  readonly info: CrossEncoderInfo;
  /**
   * The probability, 0..1, that each passage helps to answer the question. A passage's number never depends on the others,
   * nor on their order. Long pairs are cut at the passage's end.
   * @param passages with their titles, as `title: text`
   * @throws Cancelled; WinnowError `engine-failed`, `artifact-…`
   */
  readonly score: (question: string, passages: readonly string[], signal?: CancelSignal) => Promise<Float32Array>;
};

type ParseProgress = (donePages: number, totalPages: number) => void;

/** One file format. */
export type Parser = {
  readonly mediaTypes: readonly string[];
  /**
   * `recognition`: the text in pictures is read as well, where the format is one of pages or pictures.
   * @param file its password is for this call alone: nothing keeps it
   * @throws WinnowError `document-damaged`, `document-encrypted`, `document-no-text`; with `recognition` also
   *   `recogniser-…` and `picture-too-large`
   */
  readonly parse: (
    file: { readonly name: string; readonly bytes: Uint8Array; readonly password?: string },
    options?: {
      readonly signal?: CancelSignal;
      readonly onProgress?: ParseProgress;
      readonly recognition?: Recognition;
    },
  ) => Promise<ParsedDocument>;
};

export type Clock = {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Milliseconds from an arbitrary start, never going back. */
  readonly monotonicMs: () => number;
};

export type RetrieveOptions = {
  /** Candidates wanted, 1..100. Default 20 (both papers). */
  readonly depth: number;
  readonly useBm25: boolean;
  readonly useDense: boolean;
  /** The only documents to find passages in. Absent: all. */
  readonly documentIds?: readonly DocumentId[];
};

/** Query × library → pool. The retrieval worker's client implements it. */
export type Retriever = {
  readonly retrieve: (question: string, options: RetrieveOptions, signal?: CancelSignal) => Promise<Pool>;
};

/** Tells which language a text is in. */
export type LanguageDetector = {
  /** Scores 0..1 by ISO 639-1 code, higher for likelier; empty where the text does not tell. The same in every browser. */
  readonly detect: (text: string) => ReadonlyMap<string, number>;
};

/** Takes endings off words of languages other than English and Arabic, which the index knows itself. */
export type Stemmers = {
  /** Changes whenever a word could get another stem. */
  readonly id: string;
  /** ISO 639-1 codes. */
  readonly languages: ReadonlySet<string>;
  /** @param word in lower case, with its accents; in one of the languages */
  readonly stem: (language: string, word: string) => string;
};

/** What an index needs to know of languages. */
export type LanguageParts = {
  readonly stemmers: Stemmers;
  /** Changes whenever the detector could give other scores. Known before it is loaded. */
  readonly detectorId: string;
  /** Called at each document that is indexed. */
  readonly loadDetector: () => Promise<LanguageDetector>;
};
