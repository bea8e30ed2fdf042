import { createStore } from 'zustand/vanilla';
import type { Document, DocumentId } from '../core/domain/document.ts';
import type { ErrorData } from '../core/domain/errors.ts';
import type { PassageId } from '../core/domain/passage.ts';
import type { FoundPassage } from '../core/domain/search.ts';

/** The text of a document shown in the evidence pane. */
export type SourceText =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly document: Document }
  | { readonly status: 'failed'; readonly error: ErrorData };

export type Pane = 'library' | 'question' | 'evidence';

/** What the person looks at: the passage in the evidence pane, the citation that is lit, the column on a narrow screen. */
export type SourceFacts = {
  readonly passageId: PassageId | null;
  /** A passage of the search box that was opened; it stands before those of the answer. */
  readonly found: FoundPassage | null;
  /** Index into the answer's citations, or null. */
  readonly citationIndex: number | null;
  readonly pane: Pane;
  /** Where the keyboard goes: to the lit sentence or back to its number in the answer. A new object asks anew. */
  readonly focus: { readonly on: 'evidence' | 'answer' } | null;
  readonly texts: ReadonlyMap<DocumentId, SourceText>;
};

export const createSourceStore = () =>
  createStore<SourceFacts>(() => ({
    passageId: null,
    found: null,
    citationIndex: null,
    pane: 'question',
    focus: null,
    texts: new Map(),
  }));
export type SourceStore = ReturnType<typeof createSourceStore>;
