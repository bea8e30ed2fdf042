import type { CancelSignal } from '../domain/cancel.ts';
import type { Clock, CrossEncoder, CrossEncoderInfo, Embedder, EmbedderInfo, LanguageParts } from '../domain/ports.ts';
import type { LibraryState } from '../domain/services.ts';
import type { Store } from '../domain/store.ts';
import type { AddDocumentParts } from './add-document.ts';

export type LibraryParts = Pick<AddDocumentParts, 'sha256' | 'parse' | 'splitter' | 'pause'> & {
  /** Opened. */
  readonly store: Store;
  readonly clock: Clock;
  readonly languages: LanguageParts;
  readonly embedder: {
    readonly info: Pick<EmbedderInfo, 'modelId' | 'modelHash' | 'dimension'>;
    /** Called at first need. */
    readonly load: () => Promise<Embedder>;
  };
  readonly crossEncoder: {
    readonly info: CrossEncoderInfo;
    /** Called at first need. */
    readonly load: () => Promise<CrossEncoder>;
  };
  /** Ends loads of models under way. */
  readonly cancelLoads: () => void;
  /** Deletes the files that loads have kept. Called when no load is under way. */
  readonly deleteKeptFiles: () => Promise<void>;
  /** Background work waits for it before each passage: resolves when nothing outside needs the processor more, or on a cancel. */
  readonly untilQuiet: (signal: CancelSignal) => Promise<void>;
  /** Called after every change of documents or vectors. */
  readonly onChange: (state: LibraryState) => void;
};
