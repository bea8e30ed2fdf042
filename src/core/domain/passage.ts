import type { DocumentId } from './document.ts';
import type { Span } from './span.ts';

/** `<documentId>:<ordinal>`. */
export type PassageId = string;

/** The unit of retrieval, ranking and citation. `document.text.slice(span.start, span.end) === text`. */
export type Passage = {
  readonly id: PassageId;
  readonly documentId: DocumentId;
  /** 0-based place within the document. */
  readonly ordinal: number;
  readonly span: Span;
  readonly text: string;
  /** Headings above the passage, outermost first. */
  readonly headingPath: readonly string[];
  /** 1-based first and last page, or null where the format has no pages. */
  readonly pages: { readonly first: number; readonly last: number } | null;
  /** Sentence spans in `document.text`, in order, inside `span`. */
  readonly sentences: readonly Span[];
};
