import type { Line, PageText } from './page-text.ts';

/** What is usual in a document; layout is judged against it. */
export type TextMeasures = {
  /** Font height of most characters, in points. */
  readonly bodySize: number;
  readonly bodyFont: string;
  /** Usual distance between the baselines of two lines of a paragraph, as a multiple of the font's height. */
  readonly leading: number;
};

/** Distances outside these multiples of the font's height are not between lines of one paragraph. */
const minLeading = 0.9;
const maxLeading = 2.2;
const usualLeading = 1.2;

export function bodySizeOf(pages: readonly PageText[]): number {
  return Number(
    mostFrequent(pages.flatMap((page) => page.fragments).map((f) => [f.size.toFixed(1), f.text.trim().length])) ?? 10,
  );
}

export function measureText(lines: readonly Line[]): TextMeasures {
  const bodySize = Number(mostFrequent(lines.map((line) => [line.size.toFixed(1), line.text.length])) ?? 10);
  const body = lines.filter((line) => Math.abs(line.size - bodySize) < 0.06 * bodySize);
  const bodyFont = mostFrequent(body.map((line) => [line.font, line.text.length])) ?? '';
  const distances: [string, number][] = [];
  body.forEach((line, place) => {
    const next = body[place + 1];
    if (!next || next.page !== line.page || next.column !== line.column) return;
    const distance = (next.baseline - line.baseline) / bodySize;
    // Long lines lie inside paragraphs; short ones end them.
    if (distance >= minLeading && distance <= maxLeading) distances.push([distance.toFixed(1), isFull(line) ? 3 : 1]);
  });
  return { bodySize, bodyFont, leading: Number(mostFrequent(distances) ?? usualLeading) };
}

/** True for a line that reaches its column's end, as all lines of a justified paragraph but the last do. */
export function isFull(line: Line): boolean {
  return line.right >= line.column.right - 2 * line.size;
}

function mostFrequent(weighted: readonly (readonly [string, number])[]): string | undefined {
  const weights = new Map<string, number>();
  let best: string | undefined;
  for (const [value, weight] of weighted) {
    const sum = (weights.get(value) ?? 0) + weight;
    weights.set(value, sum);
    if (best === undefined || sum > (weights.get(best) ?? 0)) best = value;
  }
  return best;
}
