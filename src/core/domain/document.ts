import type { Span } from './span.ts';

/** SHA-256 of the file's bytes, 64 lower-case hex digits: the same bytes are the same document. */
export type DocumentId = string;

export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'quote';

/** A structural unit of `Document.text`. Blocks are in order and do not overlap. */
export type Block = {
  readonly kind: BlockKind;
  readonly span: Span;
  /** 1–6 for headings, else 0. */
  readonly level: number;
};

/** A page of a paged format. Pages are in order, do not overlap, and may be empty (no text on the page). */
export type Page = { readonly number: number; readonly span: Span };

/** Something of the file that was not read, or read with doubt. `page` is 1-based. */
export type DocumentWarning = {
  readonly code:
    | 'page-without-text'
    | 'unreadable-characters'
    | 'part-not-read'
    | 'encoding-guessed'
    /** Its text was read from a picture… */
    | 'recognised'
    /** …and with doubt… */
    | 'hard-to-read'
    /** …or not at all, though it was tried. */
    | 'picture-not-read';
  readonly message: string;
  readonly page?: number;
};

/** What a parser makes of a file's bytes. */
export type ParsedDocument = {
  /** IANA media type that the bytes were read as. */
  readonly mediaType: string;
  readonly title: string | null;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Empty for formats without pages. */
  readonly pages: readonly Page[];
  readonly warnings: readonly DocumentWarning[];
};

/** One file that the person added, or that came out of one, as normalised text with its page and block map. */
export type Document = ParsedDocument & {
  readonly id: DocumentId;
  /** The file's name as the person gave it; with the path to it where it came out of a folder or another file. */
  readonly name: string;
  readonly byteLength: number;
  /** Milliseconds since 1970, from the clock port. */
  readonly addedAtMs: number;
  /** The person's own, as `withTag` makes them, in the order in which they were given. Absent where there are none. */
  readonly tags?: readonly string[];
};

/** What the library list shows; a document without its text. */
export type DocumentSummary = {
  readonly id: DocumentId;
  readonly name: string;
  readonly title: string | null;
  readonly mediaType: string;
  readonly byteLength: number;
  readonly addedAtMs: number;
  readonly pageCount: number;
  readonly passageCount: number;
  /** Passages that already have a vector; equal to passageCount when embedding is done. */
  readonly embeddedCount: number;
  readonly warnings: readonly DocumentWarning[];
  /** Absent where there are none. */
  readonly tags?: readonly string[];
};
