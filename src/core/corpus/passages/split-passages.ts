import type { Block, Document, Page } from '../../domain/document.ts';
import type { Passage } from '../../domain/passage.ts';
import type { Span } from '../../domain/span.ts';
import { type PackLimits, packUnits } from './pack-units.ts';
import { sectionUnits, type Unit } from './passage-units.ts';

/** Part of the index's fingerprint: passages of another version have other spans. */
export const splitterVersion = 'passages-1';

/**
 * About 100–150 words: long enough to answer from, short enough that twenty fit a small ranker's context, and within the 256 tokens that
 * the embedder reads.
 */
export const passageLimits: PackLimits = { maxWords: 150, minWords: 40, maxJoinedWords: 170 };

/** Sections longer than this are packed in parts, so that passages of a very long text come one after the other. */
const sectionPartWords = 3_000;
const charsPerPart = sectionPartWords * 6;

type Source = Pick<Document, 'id' | 'text' | 'blocks' | 'pages'>;

/** Document → passages in order; see `passagesOf`. */
export function splitPassages(document: Source): Passage[] {
  return [...passagesOf(document)];
}

/**
 * Passages one by one, for callers that pause in between. No passage crosses a heading; the headings above it are its path. Together they
 * hold every character that is not white space, save headings that have text below them.
 */
export function* passagesOf(document: Source): Generator<Passage> {
  const { id, text, blocks, pages } = document;
  let ordinal = 0;
  let pageFrom = 0;
  for (const section of sectionsOf(text, blocks)) {
    for (const pack of packUnits(sectionUnits(text, section.blocks, passageLimits.maxWords), passageLimits)) {
      const span = spanOf(pack);
      pageFrom = firstPageAt(pages, span, pageFrom);
      yield {
        id: `${id}:${ordinal}`,
        documentId: id,
        ordinal,
        span,
        text: text.slice(span.start, span.end),
        headingPath: section.headingPath,
        pages: pagesOf(pages, span, pageFrom),
        sentences: pack.flatMap((unit) => unit.sentences),
      };
      ordinal++;
    }
  }
}

type Section = { readonly headingPath: readonly string[]; readonly blocks: readonly Block[] };

/** Blocks between headings. A heading with nothing below it is a section of its own, so that it can be found. */
function* sectionsOf(text: string, blocks: readonly Block[]): Generator<Section> {
  const path: { readonly level: number; readonly title: string }[] = [];
  let open: Block[] = [];
  let openStart = 0;
  const section = (): Section => ({ headingPath: path.map(({ title }) => title), blocks: open });
  for (let place = 0; place < blocks.length; place++) {
    const block = blocks[place];
    if (!block) continue;
    if (block.kind !== 'heading') {
      const isLong = open.length > 0 && block.span.end - openStart > charsPerPart && block.kind !== open.at(-1)?.kind;
      const isVeryLong = open.length > 0 && block.span.end - openStart > 4 * charsPerPart;
      if (
        isLong ||
        isVeryLong ||
        (open.length > 0 && block.kind === 'paragraph' && block.span.end - openStart > charsPerPart)
      ) {
        yield section();
        open = [];
      }
      if (open.length === 0) openStart = block.span.start;
      open.push(block);
      continue;
    }
    if (open.length > 0) yield section();
    open = [];
    while (path.length > 0 && (path.at(-1)?.level ?? 0) >= block.level) path.pop();
    const next = blocks[place + 1];
    const isAlone = !next || (next.kind === 'heading' && next.level <= block.level);
    if (isAlone) yield { headingPath: path.map(({ title }) => title), blocks: [block] };
    path.push({ level: block.level, title: text.slice(block.span.start, block.span.end) });
  }
  if (open.length > 0) yield section();
}

function spanOf(pack: readonly Unit[]): Span {
  return { start: pack[0]?.span.start ?? 0, end: pack.at(-1)?.span.end ?? 0 };
}

/** The first page that ends after the span's start, searched from an earlier result on. */
function firstPageAt(pages: readonly Page[], span: Span, from: number): number {
  let place = from;
  while (place < pages.length - 1 && (pages[place]?.span.end ?? 0) <= span.start) place++;
  return place;
}

function pagesOf(pages: readonly Page[], span: Span, from: number): Passage['pages'] {
  const first = pages[from];
  if (!first) return null;
  let last = first;
  for (let place = from + 1; (pages[place]?.span.start ?? Number.POSITIVE_INFINITY) < span.end; place++) {
    const page = pages[place];
    if (page && page.span.end > page.span.start) last = page;
  }
  return { first: first.number, last: last.number };
}
