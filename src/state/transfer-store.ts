import { createStore } from 'zustand/vanilla';
import type { ErrorData } from '../core/domain/errors.ts';
import type { ExportedLibrary, ImportedLibrary, TransferProgress } from '../core/domain/library-file.ts';

/** A whole library on its way out of the browser or into it. */
export type Transfer = {
  readonly kind: 'export' | 'import';
  /** Of the file that is written or read. */
  readonly fileName: string;
  readonly status: 'running' | 'done' | 'cancelled' | 'failed';
  readonly progress: TransferProgress | null;
  /** Once it is done, of an export. */
  readonly exported: Omit<ExportedLibrary, 'file'> | null;
  /** Once it is done, of an import. */
  readonly imported: ImportedLibrary | null;
  /** Why it failed. */
  readonly error: ErrorData | null;
};

/** Files that are being added and may not fit: how much they need at least and at most, in bytes. */
export type TightRoom = {
  readonly fileCount: number;
  readonly leastBytes: number;
  readonly mostBytes: number;
  readonly freeBytes: number;
};

export type TransferFacts = {
  /** The last one; null before the first, and after it was dismissed. */
  readonly transfer: Transfer | null;
  readonly tightRoom: TightRoom | null;
};

export const createTransferStore = () => createStore<TransferFacts>(() => ({ transfer: null, tightRoom: null }));
export type TransferStore = ReturnType<typeof createTransferStore>;
