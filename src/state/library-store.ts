import { createStore } from 'zustand/vanilla';
import type { DocumentSummary } from '../core/domain/document.ts';
import type { ErrorData } from '../core/domain/errors.ts';
import type { ImportProgress, StorageState } from '../core/domain/services.ts';

/** One file on its way into the library. A finished one leaves the list: its document is there instead. */
export type ImportJob = {
  readonly id: number;
  readonly name: string;
  readonly byteLength: number;
  readonly status: 'waiting' | 'running' | 'failed' | 'cancelled';
  readonly progress: ImportProgress | null;
  readonly error: ErrorData | null;
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
