import type { Document, DocumentId, DocumentSummary } from '../../src/core/domain/document.ts';
import type { Trace } from '../../src/core/domain/events.ts';
import type {
  ExportedLibrary,
  ImportedLibrary,
  SaveTarget,
  TransferProgress,
} from '../../src/core/domain/library-file.ts';
import type { Pool } from '../../src/core/domain/pool.ts';
import type { CrossEncoderInfo, RetrieveOptions } from '../../src/core/domain/ports.ts';
import type { RecognitionLanguage } from '../../src/core/domain/recognition.ts';
import type { SearchOptions, SearchResults } from '../../src/core/domain/search.ts';
import type { ImportProgress, NewFile, StorageState } from '../../src/core/domain/services.ts';
import type { StateNotice } from '../../src/core/domain/state-notice.ts';
import type { FileData, Unpacked } from '../../src/core/domain/unpacked.ts';
import type { Call, Stream } from '../wall/wall-protocol.ts';

export const protocolVersion = 'retrieval-6';

/** Where the worker finds what the app serves: absolute URLs of folders, with a slash at the end. */
export type RetrievalPlaces = {
  readonly modelsUrl: string;
  /** `cmaps/`, `standard_fonts/` and `wasm/` of pdfjs-dist. */
  readonly pdfDataUrl: string;
  /** tesseract.js's worker, its cores and the languages' data. */
  readonly recognitionUrl: string;
};

export type RetrievalProtocol = {
  readonly calls: {
    /** Must come before every other call save `clear`. The whole state is sent as a notice before it ends, also each time again. */
    readonly open: Call<[RetrievalPlaces], void, ImportProgress>;
    /** `importId` is the caller's name for this import. The bytes are handed over. */
    readonly add: Call<[importId: string, file: NewFile], DocumentSummary, ImportProgress>;
    /** After a cancelled `add`: takes the document out again if the cancel came too late. */
    readonly undoAdd: Call<[importId: string], void>;
    /** `recognitionId` is the caller's name for it. */
    readonly recognise: Call<
      [recognitionId: string, id: DocumentId, language: RecognitionLanguage],
      DocumentSummary,
      ImportProgress
    >;
    /** After a cancelled `recognise`: the document where the cancel came too late, else null. */
    readonly recognised: Call<[recognitionId: string], DocumentSummary | null>;
    readonly remove: Call<[DocumentId], void>;
    readonly addTag: Call<[DocumentId, tag: string], void>;
    readonly removeTag: Call<[DocumentId, tag: string], void>;
    readonly read: Call<[DocumentId], Document>;
    readonly original: Call<[DocumentId], ArrayBuffer>;
    readonly retrieve: Call<[question: string, options: RetrieveOptions], Pool>;
    readonly search: Call<[typed: string, options: SearchOptions], SearchResults>;
    readonly crossEncoder: Call<[], CrossEncoderInfo>;
    readonly score: Call<[question: string, passages: readonly string[]], Float32Array>;
    readonly embedded: Call<[], void>;
    readonly clear: Call<[], void>;
    readonly storage: Call<[], StorageState>;
    /** `target` is a FileSystemFileHandle, the file that comes back a Blob. */
    readonly exportLibrary: Call<[target: SaveTarget | null], ExportedLibrary, TransferProgress>;
    /** `data` is a Blob. */
    readonly importLibrary: Call<[name: string, data: FileData], ImportedLibrary, TransferProgress>;
    readonly saveTrace: Call<[Trace], void>;
    readonly traces: Call<[], readonly Trace[]>;
    readonly removeTrace: Call<[id: string], void>;
  };
  readonly streams: {
    /** `data` is a Blob, and so is that of each item. May come before `open`. */
    readonly unpack: Stream<[name: string, data: FileData], Unpacked>;
  };
  /** Sent after every change of documents or vectors. */
  readonly notice: StateNotice;
};
