// The reply format: `[2] [5] [1]` in order of usefulness, or `[0]`. Written here, and read back with distrust.
import type { Repair } from '../../domain/selection.ts';

/** Labels as the ranker must write them; no label is `[0]`. */
export function formatLabels(labels: readonly number[]): string {
  return labels.length === 0 ? '[0]' : labels.map((label) => `[${label}]`).join(' ');
}

/** `none` is a readable reply that keeps nothing; `unreadable` holds no reply at all. */
export type ParsedReply = {
  readonly outcome: 'selected' | 'none' | 'unreadable';
  /** In the order written; empty unless `selected`. */
  readonly labels: readonly number[];
  readonly repairs: readonly Repair[];
};

/** Longest text quoted in a repair. */
const maxQuotedChars = 80;

function quote(text: string): string {
  return text.length <= maxQuotedChars ? text : `${text.slice(0, maxQuotedChars)}…`;
}

/**
 * Reads any reply. Only a number alone in square brackets is a label: years, footnotes, ranges (`[1-3]`), lists in one
 * pair of brackets (`[1, 2]`), leading zeros and bare numbers are ignored as text, because what they mean is a guess.
 *
 * - out of range → left out; - repeated → the first counts; - `[0]` beside labels → the labels count;
 * - any other text than white space → ignored. Each is a repair.
 * - No label in range and no `[0]` → `unreadable`, also for an empty reply.
 */
export function parseLabels(reply: string, labelCount: number): ParsedReply {
  const repairs: Repair[] = [];
  const labels: number[] = [];
  let saysNone = false;
  let end = 0;

  const ignore = (text: string) => {
    if (text.trim() !== '') repairs.push({ kind: 'text-ignored', text: quote(text.trim()) });
  };
  for (const match of reply.matchAll(/\[(0|[1-9]\d*)\]/g)) {
    ignore(reply.slice(end, match.index));
    end = match.index + match[0].length;
    const label = Number(match[1]);
    if (label === 0) saysNone = true;
    else if (label > labelCount) repairs.push({ kind: 'label-out-of-range', text: quote(match[0]) });
    else if (labels.includes(label)) repairs.push({ kind: 'label-repeated', text: quote(match[0]) });
    else labels.push(label);
  }
  ignore(reply.slice(end));
  if (saysNone && labels.length > 0) repairs.push({ kind: 'none-beside-labels', text: '[0]' });

  if (labels.length > 0) return { outcome: 'selected', labels, repairs };
  return { outcome: saysNone ? 'none' : 'unreadable', labels: [], repairs };
}
