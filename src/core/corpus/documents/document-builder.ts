import type { Block, BlockKind, Page } from '../../domain/document.ts';

/** Collects blocks in reading order and keeps the page and block map exact while the text grows. */
export type DocumentBuilder = {
  /** From here on text belongs to this page. Numbers rise; a page may stay empty. */
  readonly beginPage: (number: number) => void;
  /** Adds one block of already normalised text; empty text adds nothing. @param level 1–6 for headings, else 0 */
  readonly addBlock: (kind: BlockKind, text: string, level?: number) => void;
  /** Replaces the end of the last block: for a paragraph that goes on after a page's end. `join` gets its last line. */
  readonly continueBlock: (text: string, join: (lastPart: string, next: string) => string) => void;
  readonly finish: () => { readonly text: string; readonly blocks: readonly Block[]; readonly pages: readonly Page[] };
};

/** Blocks of these kinds follow one another without a blank line. */
const dense: ReadonlySet<BlockKind> = new Set(['list-item', 'table-row']);

/** Characters of the last block that are shown to a joiner. */
const joinWindowChars = 200;

export function createDocumentBuilder(): DocumentBuilder {
  const parts: string[] = [];
  let length = 0;
  const blocks: Block[] = [];
  const pages: { number: number; start: number; end: number }[] = [];
  let pageIsEmpty = true;

  const push = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const textBegins = (): void => {
    const page = pages.at(-1);
    if (page && pageIsEmpty) page.start = length;
    pageIsEmpty = false;
  };
  const textEnds = (): void => {
    const page = pages.at(-1);
    if (page) page.end = length;
  };

  return {
    beginPage: (number) => {
      pages.push({ number, start: length, end: length });
      pageIsEmpty = true;
    },
    addBlock: (kind, text, level = 0) => {
      if (text === '') return;
      const last = blocks.at(-1);
      if (last) push(dense.has(kind) && last.kind === kind ? '\n' : '\n\n');
      textBegins();
      const start = length;
      push(text);
      blocks.push({ kind, span: { start, end: length }, level });
      textEnds();
    },
    continueBlock: (text, join) => {
      const last = blocks.at(-1);
      if (!last) throw new RangeError('continueBlock: there is no block to go on with');
      if (text === '') return;
      // Only the end of the last part can change (its hyphen); the rest stays where it is.
      const lastPart = parts.pop() ?? '';
      const kept = lastPart.slice(0, Math.max(0, lastPart.length - joinWindowChars));
      const open = lastPart.slice(kept.length);
      const joined = join(open, text);
      const tail = joined.slice(0, joined.length - text.length);
      length -= lastPart.length;
      push(kept + tail);
      const before = pages.length > 1 && pageIsEmpty ? pages.at(-2) : undefined;
      if (before && before.end > length) before.end = length;
      textBegins();
      push(text);
      blocks[blocks.length - 1] = { ...last, span: { start: last.span.start, end: length } };
      textEnds();
    },
    finish: () => ({
      text: parts.join(''),
      blocks,
      pages: pages.map(({ number, start, end }) => ({ number, span: { start, end } })),
    }),
  };
}
