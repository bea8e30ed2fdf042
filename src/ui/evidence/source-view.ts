import type { Block, Document } from '../../core/domain/document.ts';
import type { Span } from '../../core/domain/span.ts';

/** A stretch of the source's text. */
export type SourceSegment = {
  readonly start: number;
  readonly text: string;
  /** False for the text around the passage. */
  readonly isInPassage: boolean;
  /** Indexes of the `sentences` asked for that hold this text. */
  readonly citations: readonly number[];
};

export type SourceBlock = {
  readonly kind: Block['kind'];
  readonly level: number;
  readonly segments: readonly SourceSegment[];
  /** The page that begins with this block, or null. */
  readonly beginsPage: number | null;
};

export type SourceView = {
  readonly blocks: readonly SourceBlock[];
  readonly hasMoreBefore: boolean;
  readonly hasMoreAfter: boolean;
};

export type SourceViewRequest = {
  readonly document: Pick<Document, 'text' | 'blocks' | 'pages'>;
  readonly passage: Span;
  /** Characters of text wanted before and after the passage; whole blocks are shown. */
  readonly reachBefore: number;
  readonly reachAfter: number;
  /**
   * Cited sentences in `document.text`, in the order of the answer's citations; null for those of other documents. Words
   * that a search found may follow them.
   */
  readonly sentences: readonly (Span | null)[];
};

/** The part of a document around a passage, block by block, cut so that every cited sentence can be lit exactly. */
export function sourceView(request: SourceViewRequest): SourceView {
  const { document, passage, reachBefore, reachAfter } = request;
  const from = Math.max(0, passage.start - reachBefore);
  const to = Math.min(document.text.length, passage.end + reachAfter);
  const all = blocksCovering(document, { start: from, end: to });
  const blocks = all.map((block) => ({
    kind: block.kind,
    level: block.level,
    segments: segmentsOf(request, block.span),
    beginsPage: pageBeginningIn(document, block.span),
  }));
  return {
    blocks,
    hasMoreBefore: (all[0]?.span.start ?? 0) > firstInk(document.text),
    hasMoreAfter: document.text.slice(all.at(-1)?.span.end ?? document.text.length).trim() !== '',
  };
}

/**
 * Blocks that touch the range. Text that no block holds (a parser without structure) becomes paragraphs of its own,
 * so that nothing inside the range is hidden.
 */
function blocksCovering(document: SourceViewRequest['document'], range: Span): readonly Block[] {
  const touching = document.blocks.filter(({ span }) => span.end > range.start && span.start < range.end);
  const covered: Block[] = [];
  let at = range.start;
  for (const block of touching) {
    if (block.span.start > at) covered.push(...paragraphsIn(document.text, { start: at, end: block.span.start }));
    covered.push(block);
    at = Math.max(at, block.span.end);
  }
  if (at < range.end) covered.push(...paragraphsIn(document.text, { start: at, end: range.end }));
  return covered;
}

function paragraphsIn(text: string, range: Span): readonly Block[] {
  const paragraphs: Block[] = [];
  for (const match of text.slice(range.start, range.end).matchAll(/\S(?:.*?\S)??(?=\s*\n\s*\n|\s*$)/gsu)) {
    const start = range.start + match.index;
    paragraphs.push({ kind: 'paragraph', level: 0, span: { start, end: start + match[0].length } });
  }
  return paragraphs;
}

function segmentsOf({ document, passage, sentences }: SourceViewRequest, block: Span): readonly SourceSegment[] {
  const inside = (offset: number): boolean => offset > block.start && offset < block.end;
  const borders = [passage, ...sentences]
    .flatMap((span) => (span === null ? [] : [span.start, span.end]))
    .filter(inside);
  const cuts = [...new Set([block.start, ...borders, block.end])].sort((left, right) => left - right);
  return cuts.slice(0, -1).map((start, index): SourceSegment => {
    const end = cuts[index + 1] ?? block.end;
    return {
      start,
      text: document.text.slice(start, end),
      isInPassage: passage.start <= start && end <= passage.end,
      citations: sentences.flatMap((span, citation) =>
        span !== null && span.start <= start && end <= span.end ? [citation] : [],
      ),
    };
  });
}

function pageBeginningIn({ pages }: SourceViewRequest['document'], block: Span): number | null {
  const page = pages.find(({ span }) => span.start < span.end && block.start <= span.start && span.start < block.end);
  return page?.number ?? null;
}

function firstInk(text: string): number {
  const first = text.search(/\S/u);
  return first === -1 ? text.length : first;
}
