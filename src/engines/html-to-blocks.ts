import { normaliseLines, normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import type { BlockKind } from '../core/domain/document.ts';
import { type HtmlElement, type HtmlNode, isElement, parsePage } from './html-dom.ts';
import { isDataTable, tableRows } from './html-table.ts';

export type TextBlock = { readonly kind: BlockKind; readonly level: number; readonly text: string };

export type HtmlContent = {
  readonly title: string | null;
  readonly blocks: readonly TextBlock[];
  /** Navigation menus that were left out. */
  readonly menusSkipped: number;
};

// Never text for a reader.
const skipped = new Set(
  (
    'script style noscript template head title iframe object embed applet canvas svg audio video map ' +
    'select textarea input button datalist dialog rp rt frame frameset'
  ).split(' '),
);

// These begin and end a block of text; everything else runs on in the line.
const blockLevel = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th ' +
    'thead tr ul'
  ).split(' '),
);

const textNode = 3;

/**
 * The readable text of an HTML page as blocks. The page is parsed as data: nothing in it runs, nothing is loaded.
 * The walk keeps its own stack, so that deep nesting cannot exhaust the engine's.
 */
export function htmlToBlocks(html: string): HtmlContent {
  const page = parsePage(html);
  const blocks: TextBlock[] = [];
  let inline: string[] = [];
  let menusSkipped = 0;
  /** How many items of each numbered list have been met. */
  const itemCounts = new Map<HtmlElement, number>();
  /** The innermost heading, list item, quote or preformatted element: what the text is. */
  const containers: {
    readonly element: HtmlElement;
    readonly kind: BlockKind;
    readonly level: number;
    prefix: string;
  }[] = [];

  const flush = (): void => {
    const container = containers.at(-1);
    const kind = container?.kind ?? 'paragraph';
    const raw = inline.join('');
    inline = [];
    const text = kind === 'code' ? normaliseLines(raw) : normaliseProse(raw);
    if (text === '') return;
    blocks.push({ kind, level: container?.level ?? 0, text: (container?.prefix ?? '') + text });
    if (container) container.prefix = '';
  };

  const stack: { readonly node: HtmlNode; readonly leaving: boolean }[] = [{ node: page.root, leaving: false }];
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { node, leaving } = step;
    if (node.nodeType === textNode) {
      inline.push(node.textContent ?? '');
      continue;
    }
    if (!isElement(node)) continue;
    const name = node.localName.toLowerCase();
    const isBlock = blockLevel.has(name);
    if (leaving) {
      if (isBlock) flush();
      if (containers.at(-1)?.element === node) containers.pop();
      continue;
    }
    if (skipped.has(name) || isHidden(node)) continue;
    if (name === 'nav' || node.getAttribute('role') === 'navigation') {
      menusSkipped++;
      continue;
    }
    if (name === 'br') {
      inline.push('\n');
      continue;
    }
    if (name === 'img') {
      inline.push(` ${node.getAttribute('alt') ?? ''} `);
      continue;
    }
    if (name === 'a' && isNoteMark(node)) {
      inline.push(` [${(node.textContent ?? '').trim()}]`);
      continue;
    }
    if (isBlock) flush();
    if (name === 'table' && isDataTable(node)) {
      for (const text of tableRows(node, isHidden)) blocks.push({ kind: 'table-row', level: 0, text });
      continue;
    }
    const kind = kindOf(name);
    if (kind)
      containers.push({
        element: node,
        kind: kind.kind,
        level: kind.level,
        prefix: name === 'li' ? ordinalOf(node, itemCounts) : '',
      });
    stack.push({ node, leaving: true });
    for (let child: HtmlNode | null = node.lastChild; child; child = child.previousSibling)
      stack.push({ node: child, leaving: false });
  }
  flush();
  const title = normaliseProse(page.title);
  return { title: title === '' ? null : title, blocks, menusSkipped };
}

/** A piece of text whose only markup is entities (`&amp;`). */
export function decodeEntities(text: string): string {
  if (!/&[#\w]/.test(text)) return text;
  return parsePage(text.replaceAll('<', '&lt;')).root.textContent ?? '';
}

function kindOf(name: string): { readonly kind: BlockKind; readonly level: number } | undefined {
  if (/^h[1-6]$/.test(name)) return { kind: 'heading', level: Number(name[1]) };
  if (name === 'li' || name === 'dd') return { kind: 'list-item', level: 0 };
  if (name === 'blockquote') return { kind: 'quote', level: 0 };
  if (name === 'pre') return { kind: 'code', level: 0 };
  return undefined;
}

/** The small number that leads to a note or back: else it would be glued to the word before it, or the first after it. */
function isNoteMark(link: HtmlElement): boolean {
  return (link.getAttribute('href') ?? '').includes('#') && /^\s*\d{1,3}\s*$/.test(link.textContent ?? '');
}

/** `3. ` for the third item of a numbered list, which people refer to by number. */
function ordinalOf(item: HtmlElement, itemCounts: Map<HtmlElement, number>): string {
  const list = item.parentElement;
  if (list?.localName.toLowerCase() !== 'ol') return '';
  const before = itemCounts.get(list) ?? (Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1) - 1;
  const own = Number.parseInt(item.getAttribute('value') ?? '', 10);
  const number = Number.isNaN(own) ? before + 1 : own;
  itemCounts.set(list, number);
  return `${number}. `;
}

function isHidden(element: HtmlElement): boolean {
  if (element.hasAttribute('hidden')) return true;
  const style = element.getAttribute('style');
  return style !== null && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}
