import type { DocumentId } from './document.ts';
import type { Passage } from './passage.ts';
import type { Span } from './span.ts';

/** A passage that holds words of what is typed into the search box. Marks are in order and do not overlap. */
export type FoundPassage = {
  readonly passage: Passage;
  readonly documentName: string;
  /** Words found, in `passage.text`. Empty where only headings or the name hold one. */
  readonly marks: readonly Span[];
  /** In `documentName`. */
  readonly nameMarks: readonly Span[];
  /** In each heading of `passage.headingPath`. */
  readonly headingMarks: readonly (readonly Span[])[];
};

export type SearchOptions = {
  /** Passages wanted at most. */
  readonly limit: number;
  /** Absent: all documents. */
  readonly documentIds?: readonly DocumentId[];
};

export type SearchResults = {
  /** Best first. */
  readonly found: readonly FoundPassage[];
  /** Passages that hold any of the words; `found` are the best of them. */
  readonly matchCount: number;
  /** Passages looked through. */
  readonly passageCount: number;
};
