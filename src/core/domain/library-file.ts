import type { CancelSignal } from './cancel.ts';
import type { DocumentId } from './document.ts';
import type { ErrorData } from './errors.ts';
import type { FileData } from './unpacked.ts';

/** The file that a library is exported to: a zip whose members docs/library-format.md describes. */
export const libraryFormat = 'winnow-library';
/** Raise it with every change that a reader of today would misread; a library of a higher one is refused. */
export const libraryFormatVersion = 1;

export const markerPath = 'winnow-library.json';
export const tracesPath = 'questions.jsonl';
export const manifestPath = 'manifest.json';

/** Members of one document, in the order in which they are written; the last two may be missing. */
export const documentMembers = ['document.json', 'text.json', 'passages.jsonl', 'vectors.f32', 'original'] as const;
export type DocumentMember = (typeof documentMembers)[number];

export function documentPath(id: DocumentId, member: DocumentMember): string {
  return `documents/${id}/${member}`;
}

/** Room for the members of 40,000 documents. More is refused, when a library is written and when it is read. */
export const maxLibraryMembers = 200_000;
/** Of one member, unpacked: it has to be in memory whole to be hashed. Ten times what a library holds. */
export const maxLibraryMemberBytes = 2 ** 30;
/** Of all members, unpacked. */
export const maxLibraryBytes = 64 * 2 ** 30;

/** One line of the manifest. `sha256` is of the unpacked bytes, 64 lower-case hex digits. */
export type LibraryMember = { readonly path: string; readonly bytes: number; readonly sha256: string };

export type LibraryCounts = {
  readonly documents: number;
  readonly passages: number;
  readonly vectors: number;
  readonly questions: number;
};

export type LibraryManifest = {
  readonly format: typeof libraryFormat;
  readonly version: number;
  readonly counts: LibraryCounts;
  /** Every member before the manifest, in order. */
  readonly members: readonly LibraryMember[];
};

/** Where the bytes of an exported library go. The same calls give the same bytes. */
export type LibraryFileWriter = {
  /** Appends a member. Text becomes UTF-8. @throws WinnowError `library-file-unwritable`, `storage-full` */
  readonly add: (
    path: string,
    content: string | ArrayBuffer,
    packing: 'stored' | 'deflated',
    signal?: CancelSignal,
  ) => Promise<LibraryMember>;
  /** Writes the list of contents. Returns the file, or null where it lies where the person wanted it. */
  readonly finish: () => Promise<FileData | null>;
  /** Leaves nothing behind. */
  readonly abort: () => Promise<void>;
};

/** A library's file, opened. Sizes are those that its list of contents says; no member ever gives more. */
export type LibraryFileReader = {
  readonly members: readonly { readonly path: string; readonly bytes: number }[];
  /** @throws WinnowError `library-file-damaged` where the bytes cannot be had, Cancelled */
  readonly read: (path: string, signal?: CancelSignal) => Promise<ArrayBuffer>;
  /** UTF-8 as text; undefined for what is not UTF-8. */
  readonly textOf: (bytes: ArrayBuffer) => string | undefined;
};

/** What the person chose to save to; a `FileSystemFileHandle` fits, and crosses a worker wall. */
export type SaveTarget = {
  readonly name: string;
  readonly createWritable: () => Promise<{
    readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
    readonly close: () => Promise<void>;
    readonly abort: () => Promise<void>;
  }>;
  readonly getFile: () => Promise<FileData>;
  readonly remove?: () => Promise<void>;
};

/** `done` of `total` bytes: of original files while writing, of the library's file while checking and adding. */
export type TransferProgress = {
  readonly stage: 'writing' | 'checking' | 'adding';
  readonly done: number;
  readonly total: number;
};

export type TransferOptions = {
  readonly signal?: CancelSignal;
  readonly onProgress?: (progress: TransferProgress) => void;
};

export type ExportedLibrary = {
  readonly counts: LibraryCounts;
  /** Documents written without their original file, because the browser had lost it. */
  readonly lostOriginalCount: number;
  /** Null where it lies where the person wanted it; else to be handed to the person. */
  readonly file: FileData | null;
};

export type ImportedLibrary = {
  readonly addedCount: number;
  /** Documents whose bytes were in the library before; they were left as they are. */
  readonly existingCount: number;
  /** Of those added: documents that this version splits into other passages than the one that exported them. */
  readonly splitAgainCount: number;
  readonly addedTraceCount: number;
  readonly existingTraceCount: number;
  /** Older questions for which the library had no room. */
  readonly leftOutTraceCount: number;
  /** What ended it before its end; what was added until then stays. */
  readonly error: ErrorData | null;
  /** Documents that came after the end. */
  readonly notAddedCount: number;
};

/**
 * True when a file that begins with these bytes is an exported library: a zip with the marker as its first member.
 * @param head at least its first 64 bytes
 */
export function isLibraryFile(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, localHeaderBytes + markerPath.length));
  return start.startsWith('PK\x03\x04') && start.slice(localHeaderBytes) === markerPath;
}

/** Of a zip: what comes before a member's name (APPNOTE 6.3.10, 4.3.7). */
const localHeaderBytes = 30;
