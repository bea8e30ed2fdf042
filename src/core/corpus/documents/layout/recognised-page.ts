import type { RecognisedLine } from '../../../domain/recognition.ts';
import type { Fragment, PageText } from './page-text.ts';

/** Words that the recogniser is less sure of are specks, lines and parts of drawings (0..100). */
const minWordConfidence = 20;
/** Letters of one font are measured this much differently from line to line; the share of the font's height. */
const sizeSpread = 0.2;
/** Recognised letters are measured without the room above and below them. */
const fontHeightShare = 0.9;

/** What running text of the document looks like, where other pages tell. */
export type TextLook = Pick<Fragment, 'font' | 'size'>;

const ownFont = 'recognised';

/**
 * Recognised lines as what a page draws, so that they are laid out like any other. Sizes measured letter by letter waver:
 * those near the page's usual one become that, and that becomes the document's where it is near it.
 * @param page its number, and its size in points
 */
export function recognisedPage(
  page: Pick<PageText, 'number' | 'width' | 'height'>,
  lines: readonly RecognisedLine[],
  pixelsPerPoint: number,
  look: TextLook | null,
): PageText {
  const kept = lines
    .map((line) => ({ ...line, words: line.words.filter((word) => word.confidence >= minWordConfidence) }))
    .filter(({ words }) => words.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  const heights = kept.map(({ height }) => height / fontHeightShare / pixelsPerPoint);
  const usual = usualOf(kept.map(({ words }, place) => [heights[place] ?? 0, charCount(words)]));
  const body = look && isNear(usual, look.size) ? look.size : usual;
  const fragments = kept.flatMap(({ words, baseline }, place) => {
    const height = heights[place] ?? usual;
    const size = Math.round(10 * (isNear(height, usual) ? body : height)) / 10;
    return words.map(
      ({ text, left, right }): Fragment => ({
        text,
        left: left / pixelsPerPoint,
        right: right / pixelsPerPoint,
        baseline: baseline / pixelsPerPoint,
        size,
        font: look?.font ?? ownFont,
        isMonospace: false,
        isRightToLeft: false,
      }),
    );
  });
  return { ...page, fragments };
}

/** The mean over all letters that were made out, 0..100; null where there are none. */
export function meanConfidence(lines: readonly RecognisedLine[]): number | null {
  const words = lines.flatMap((line) => line.words);
  const chars = charCount(words);
  if (chars === 0) return null;
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / chars;
}

/** The look of most characters on pages that have text of their own; null where there are none. */
export function usualLook(pages: readonly PageText[]): TextLook | null {
  const weights = new Map<string, { readonly look: TextLook; chars: number }>();
  for (const { font, size, text } of pages.flatMap((page) => page.fragments)) {
    const key = `${size} ${font}`;
    const weight = weights.get(key) ?? { look: { font, size }, chars: 0 };
    weight.chars += text.trim().length;
    weights.set(key, weight);
  }
  let most: { readonly look: TextLook; readonly chars: number } | null = null;
  for (const weight of weights.values()) if (weight.chars > (most?.chars ?? 0)) most = weight;
  return most?.look ?? null;
}

function isNear(size: number, usual: number): boolean {
  return Math.abs(size - usual) <= sizeSpread * usual;
}

/** The median, each value counted as often as it weighs. */
function usualOf(weighted: readonly (readonly [value: number, weight: number])[]): number {
  const sorted = weighted.toSorted(([one], [two]) => one - two);
  const half = weighted.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let sum = 0;
  for (const [value, weight] of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return 0;
}

function charCount(words: readonly { readonly text: string }[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
