import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { normaliseLines, normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import type { BlockKind } from '../core/domain/document.ts';
import { cellSeparator } from './html-table.ts';
import { decodeEntities, htmlToBlocks, type TextBlock } from './html-to-blocks.ts';

/**
 * Marks inside a longer paragraph are left as they are: finding their pairs takes time that grows with the square of the length, and
 * no person writes such a paragraph.
 */
const maxMarkedChars = 20_000;
/** Paragraphs between two pauses. */
const paragraphsPerTurn = 500;

/**
 * Markdown as blocks of plain text, in the order of the source.
 * @param pause lets other work of this thread have its turn; may throw to stop
 * @throws RangeError for quotes and lists that are nested thousands deep
 */
export async function markdownToBlocks(source: string, pause: () => Promise<void>): Promise<TextBlock[]> {
  const lexer = new Lexer();
  const tokens = lexer.blockTokens(source, lexer.tokens);
  let count = 0;
  for (const { src, tokens: inline } of lexer.inlineQueue) {
    if (src.length > maxMarkedChars) inline.push({ type: 'escape', raw: src, text: src });
    else lexer.inlineTokens(src, inline);
    if (++count % paragraphsPerTurn === 0) await pause();
  }
  const blocks: TextBlock[] = [];
  addTokens(tokens, 'paragraph', blocks);
  return blocks;
}

/** @param kind of running text here: a paragraph, or what the list or quote around it makes it */
function addTokens(tokens: readonly Token[], kind: BlockKind, blocks: TextBlock[]): void {
  const add = (blockKind: BlockKind, text: string, level = 0): void => {
    if (text !== '') blocks.push({ kind: blockKind, level, text });
  };
  for (const anyToken of tokens) {
    // SAFETY: without extensions marked makes no other tokens, and the type names the shape.
    const token = anyToken as MarkedToken;
    switch (token.type) {
      case 'heading':
        add('heading', inlineText(token), token.depth);
        break;
      case 'paragraph':
      case 'text':
        add(kind, inlineText(token));
        break;
      case 'code':
        add('code', normaliseLines(token.text));
        break;
      case 'blockquote':
        addTokens(token.tokens, 'quote', blocks);
        break;
      case 'list':
        addList(token, blocks);
        break;
      case 'table':
        for (const row of [token.header, ...token.rows]) {
          add(
            'table-row',
            row
              .map((cell) => plainText(cell.tokens))
              .join(cellSeparator)
              .trim(),
          );
        }
        break;
      case 'html':
        blocks.push(...htmlToBlocks(token.text).blocks);
        break;
      default:
        // Rules, blank lines and link definitions have no text.
        break;
    }
  }
}

function addList(list: Tokens.List, blocks: TextBlock[]): void {
  const first = typeof list.start === 'number' ? list.start : 1;
  list.items.forEach((item, position) => {
    const before = blocks.length;
    addTokens(item.tokens, 'list-item', blocks);
    const opening = blocks[before];
    // People refer to the items of a numbered list by their number.
    const number = list.ordered ? `${first + position}. ` : '';
    const tick = item.task ? `[${item.checked ? 'x' : ' '}] ` : '';
    if (opening && (number !== '' || tick !== '')) {
      blocks[before] = { ...opening, text: `${number}${tick}${opening.text}` };
    }
  });
}

function inlineText(token: Token): string {
  const inline = 'tokens' in token ? token.tokens : undefined;
  return inline ? plainText(inline) : normaliseProse(decodeEntities('text' in token ? String(token.text) : ''));
}

function plainText(tokens: readonly Token[]): string {
  return normaliseProse(withoutScripts(tokens).map(inlinePart).join(''));
}

/** What stands between the tags of a script or a style sheet inside a line is no text. */
function withoutScripts(tokens: readonly Token[]): readonly Token[] {
  let open: string | undefined;
  return tokens.filter(({ type, raw }) => {
    if (type !== 'html') return open === undefined;
    if (open === undefined) open = /^<(script|style)\b/i.exec(raw)?.[1]?.toLowerCase();
    else if (raw.toLowerCase().startsWith(`</${open}`)) open = undefined;
    return true;
  });
}

/** The end of a line between characters of scripts that are written without spaces. */
const lineEndWithoutSpace =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef])/gu;

/** Links and images give their text; tags inside a line give nothing. */
function inlinePart(token: Token): string {
  switch (token.type) {
    case 'text':
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
    case 'image':
      return 'tokens' in token && token.tokens
        ? token.tokens.map(inlinePart).join('')
        : decodeEntities(String(token.text)).replace(lineEndWithoutSpace, '');
    case 'codespan':
    case 'escape':
      return String(token.text);
    case 'br':
      return '\n';
    // Said before the item's text.
    case 'checkbox':
      return '';
    case 'html':
      return /^<br\b/i.test(token.raw) ? '\n' : '';
    default:
      return decodeEntities(token.raw);
  }
}
