import type { BlockKind } from '../../domain/document.ts';
import { joinAllLines } from './join-lines.ts';
import { normaliseLines, normaliseProse } from './normalise-text.ts';

/** A mark that begins a list item: a bullet, or a number or letter with a point or bracket. */
const listMark = /^\s*(?:[•‣◦▪●○∙·*+–—-]|(?:\(?(?:[a-zA-Z]|[ivxIVX]{2,5})\)|\(?\d{1,3}[.)]))\s+(?=\S)/u;

/** A paragraph counts as wrapped by an editor when its lines, but the last, reach this share of the longest. */
const wrappedShare = 0.6;
/** Lines shorter than this were not wrapped: they are a list, an address, a poem. */
const minWrappedChars = 45;

/** Longer paragraphs are cut, so that no later stage has to work on a whole file at once. */
const maxBlockChars = 20_000;

type TextBlock = { readonly kind: BlockKind; readonly text: string };

/**
 * Plain text as blocks. Blank lines end paragraphs; in a paragraph that was wrapped at a margin, lines are joined;
 * otherwise each line break was meant and is kept.
 * @param words of the whole text, to judge hyphens at line ends
 */
export function* textToBlocks(text: string, words: ReadonlySet<string>): Generator<TextBlock> {
  for (const paragraph of paragraphsOf(text)) {
    let open: string[] = [];
    let kind: BlockKind = 'paragraph';
    for (const line of paragraph) {
      if (listMark.test(line)) {
        if (open.length > 0) yield* cut(kind, linesToText(open, words, kind));
        open = [];
        kind = 'list-item';
      }
      open.push(line);
    }
    if (open.length > 0) yield* cut(kind, linesToText(open, words, kind));
  }
}

/** Groups of lines between blank lines; a form feed ends one too. */
function* paragraphsOf(text: string): Generator<string[]> {
  let lines: string[] = [];
  // Lines are cut off one by one: a long text is never held twice as an array.
  for (let start = 0; start <= text.length; ) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, end);
    start = end + 1;
    if (line.trim() === '') {
      if (lines.length > 0) yield lines;
      lines = [];
      continue;
    }
    if (line.startsWith('\f') && lines.length > 0) {
      yield lines;
      lines = [];
    }
    lines.push(line);
  }
  if (lines.length > 0) yield lines;
}

function linesToText(lines: readonly string[], words: ReadonlySet<string>, kind: BlockKind): string {
  if (lines.length === 1) return normaliseProse(lines[0] ?? '');
  const longest = lines.reduce((most, line) => Math.max(most, line.trim().length), 0);
  const wrapped =
    kind === 'list-item' ||
    (longest >= minWrappedChars && lines.slice(0, -1).every((line) => line.trim().length >= wrappedShare * longest));
  if (!wrapped) return normaliseLines(lines.map((line) => line.trim()).join('\n'));
  return normaliseProse(
    joinAllLines(
      lines.map((line) => line.trim()),
      words,
    ),
  );
}

/** Pieces of a very long block: cut after a sentence in the last half of a piece, else at white space, else between characters. */
function* cut(kind: BlockKind, text: string): Generator<TextBlock> {
  let start = 0;
  while (text.length - start > maxBlockChars) {
    const piece = text.slice(start, start + maxBlockChars);
    const sentence = piece.lastIndexOf('. ') + 1;
    const space = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\n'));
    const end = sentence > maxBlockChars / 2 ? sentence : space > 0 ? space : wholeCharacters(piece);
    yield { kind, text: piece.slice(0, end).trim() };
    start += end;
  }
  yield { kind, text: text.slice(start).trim() };
}

function wholeCharacters(piece: string): number {
  const last = piece.charCodeAt(piece.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? piece.length - 1 : piece.length;
}
