import { createStore } from 'zustand/vanilla';
import type { DocumentId, DocumentSummary } from '../core/domain/document.ts';
import type { ErrorData } from '../core/domain/errors.ts';
import type { ImportProgress, StorageState } from '../core/domain/services.ts';

/**
 * One file on its way into the library. A finished one leaves the list: its document is there instead. One that holds others
 * (an archive, a mailbox, an e-mail with attachments) stays in the list while they get rows of their own, one after another.
 */
export type ImportJob = {
  readonly id: number;
  readonly name: string;
  readonly byteLength: number;
  /** `noted`: it went well, and something is to be told of it: what was left out. */
  readonly status: 'waiting' | 'running' | 'failed' | 'cancelled' | 'noted';
  readonly progress: ImportProgress | null;
  readonly error: ErrorData | null;
  /** What came out of it so far; null for a file that is one document. */
  readonly inside: InsideTally | null;
  /** True where its text is in pictures, and its file is at hand: they can be read. */
  readonly canRecognise: boolean;
  /** The document that is in the library already and whose pictures are read; null for a file on its way in. */
  readonly recognisedId: DocumentId | null;
};

export type InsideTally = {
  /** Documents that were added; null for a folder, whose files have rows of their own from the start. */
  readonly addedCount: number | null;
  /** Paths of files of systems and programs, which are no documents. */
  readonly leftOut: readonly string[];
};

export type LibraryFacts = {
  readonly phase: 'opening' | 'ready' | 'failed';
  /** Why the library could not be opened, or what went wrong with the last removal. */
  readonly error: ErrorData | null;
  /** What opening does, where passages have to be split or indexed again. */
  readonly opening: ImportProgress | null;
  readonly documents: readonly DocumentSummary[];
  readonly passageCount: number;
  readonly embeddedCount: number;
  /** Why search goes on by words alone; null while all is well. */
  readonly embeddingFault: ErrorData | null;
  readonly imports: readonly ImportJob[];
  readonly storage: StorageState | null;
};

export const emptyLibrary: LibraryFacts = {
  phase: 'opening',
  error: null,
  opening: null,
  documents: [],
  passageCount: 0,
  embeddedCount: 0,
  embeddingFault: null,
  imports: [],
  storage: null,
};

export const createLibraryStore = () => createStore<LibraryFacts>(() => emptyLibrary);
export type LibraryStore = ReturnType<typeof createLibraryStore>;
