import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Fragment, PageText } from '../core/corpus/documents/layout/page-text.ts';
import { filledIn } from './pdf-filled-in.ts';

export type ExtractedPage = PageText & {
  /** Letters and digits that the file draws without saying which they are. */
  readonly unreadableChars: number;
  readonly readableChars: number;
  /** True where text stands across the page's reading direction (stamps, axis labels) and was left out. */
  readonly hasTurnedText: boolean;
};

type Matrix = readonly number[];
type Turn = 0 | 1 | 2 | 3;

/** Private-use and control characters are glyphs without a meaning: the font has no map to Unicode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: pdf.js gives a glyph's number where there is no map
const unreadable = /[\u0000-\u0008\u000e-\u001f\ue000-\uf8ff\ufffd]/gu;

/** What a page draws, with upright coordinates whichever way the page or its text is turned. */
export async function extractPageText(page: PDFPageProxy): Promise<ExtractedPage> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const placed: { readonly fragment: Fragment; readonly turn: Turn }[] = [];
  const charsByTurn = [0, 0, 0, 0];
  let unreadableChars = 0;
  let readableChars = 0;
  for (const item of content.items) {
    if (!('str' in item) || item.str === '') continue;
    const bad = item.str.match(unreadable)?.length ?? 0;
    unreadableChars += bad;
    readableChars += item.str.trim().length - bad;
    // Nothing but unknown glyphs, as the parts of large brackets are: counted, but no text.
    if (bad > 0 && item.str.replace(unreadable, '').trim() === '') continue;
    // SAFETY: pdf.js types them as arrays of anything; a PDF matrix is six numbers.
    const matrix = multiply(viewport.transform as Matrix, item.transform as Matrix);
    const turn = turnOf(matrix);
    const size = Math.hypot(matrix[2] ?? 0, matrix[3] ?? 0);
    const [left, baseline] = turnBack(matrix[4] ?? 0, matrix[5] ?? 0, turn, viewport.width, viewport.height);
    charsByTurn[turn] = (charsByTurn[turn] ?? 0) + item.str.trim().length;
    const fragment = {
      text: item.str.replace(unreadable, '\ufffd'),
      left,
      right: left + item.width,
      baseline,
      size: Math.round(size * 10) / 10,
      font: item.fontName,
      // Fonts for Chinese, Japanese and Korean are all of one width; that does not make their text code.
      isMonospace: content.styles[item.fontName]?.fontFamily === 'monospace' && !/[\u2e80-\uffef]/.test(item.str),
      isRightToLeft: item.dir === 'rtl',
    };
    placed.push({ fragment, turn });
  }
  for (const { text, left, bottom, size } of await filledIn(page)) {
    // SAFETY: as above.
    const matrix = multiply(viewport.transform as Matrix, [size, 0, 0, size, left, bottom]);
    const turn = turnOf(matrix);
    const [x, y] = turnBack(matrix[4] ?? 0, matrix[5] ?? 0, turn, viewport.width, viewport.height);
    charsByTurn[turn] = (charsByTurn[turn] ?? 0) + text.length;
    readableChars += text.length;
    placed.push({ fragment: typed(text, x, y, size), turn });
  }
  // SAFETY: an index of the four-element array.
  const main = charsByTurn.indexOf(Math.max(...charsByTurn)) as Turn;
  const isOnSide = main % 2 === 1;
  return {
    number: page.pageNumber,
    width: isOnSide ? viewport.height : viewport.width,
    height: isOnSide ? viewport.width : viewport.height,
    fragments: placed.filter(({ turn }) => turn === main).map(({ fragment }) => fragment),
    unreadableChars,
    readableChars,
    hasTurnedText: placed.some(({ fragment, turn }) => turn !== main && fragment.text.trim() !== ''),
  };
}

/** What somebody typed onto the page: its font is not known, its width is guessed. */
function typed(text: string, left: number, baseline: number, size: number): Fragment {
  const right = left + 0.5 * size * text.length;
  return { text, left, right, baseline, size, font: 'typed', isMonospace: false, isRightToLeft: false };
}

/** Quarter turns clockwise of text drawn with this matrix, in coordinates with y downwards. */
function turnOf(matrix: Matrix): Turn {
  const angle = Math.atan2(matrix[1] ?? 0, matrix[0] ?? 0);
  // SAFETY: a remainder of 4.
  return ((Math.round(angle / (Math.PI / 2)) + 4) % 4) as Turn;
}

/** The point after turning the page so that text of this turn is upright. */
function turnBack(x: number, y: number, turn: Turn, width: number, height: number): readonly [number, number] {
  if (turn === 1) return [y, width - x];
  if (turn === 2) return [width - x, height - y];
  if (turn === 3) return [height - y, x];
  return [x, y];
}

function multiply(a: Matrix, b: Matrix): Matrix {
  const [a0 = 1, a1 = 0, a2 = 0, a3 = 1, a4 = 0, a5 = 0] = a;
  const [b0 = 1, b1 = 0, b2 = 0, b3 = 1, b4 = 0, b5 = 0] = b;
  return [
    a0 * b0 + a2 * b1,
    a1 * b0 + a3 * b1,
    a0 * b2 + a2 * b3,
    a1 * b2 + a3 * b3,
    a0 * b4 + a2 * b5 + a4,
    a1 * b4 + a3 * b5 + a5,
  ];
}
