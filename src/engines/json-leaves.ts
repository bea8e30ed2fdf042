// What of a JSON value is written as one text, and what is left out because it is none.
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import type { JsonContainer, JsonValue } from './read-json.ts';

/** Lists of values up to this length together are one value: `red, green`. */
const maxListChars = 500;
/** Longer lists of numbers are coordinates, samples or weights: no text. */
const maxNumbers = 100;
/** Letters and digits without a space: pictures and keys are written so. */
const encoded = /^[\w+/=:;,.-]{2000,}$/;

/** What was left out, with the path of the first of each kind. */
export type Omission = { count: number; first: string };
export type JsonFindings = {
  readonly numberLists: Omission;
  readonly encodedTexts: Omission;
  readonly deepValues: Omission;
};

export const noJsonFindings = (): JsonFindings => ({
  numberLists: { count: 0, first: '' },
  encodedTexts: { count: 0, first: '' },
  deepValues: { count: 0, first: '' },
});

export function noteOmission(omission: Omission, path: string): void {
  if (omission.count++ === 0) omission.first = path || 'at the top';
}

/** True for what `leafText` writes whole; lists and objects that it does not are written part by part. */
export function isLeaf(value: JsonValue): boolean {
  return !isContainer(value) || partCount(value) === 0 || isManyNumbers(value) || shortList(value) !== undefined;
}

/** Empty for what says nothing (`null`, an empty list), and for what is left out. */
export function leafText(value: JsonValue, path: string, found: JsonFindings): string {
  if (isContainer(value)) {
    if (isManyNumbers(value)) noteOmission(found.numberLists, path);
    return shortList(value) ?? '';
  }
  if (value.kind !== 'string') return value.text === 'null' ? '' : value.text;
  if (!encoded.test(value.text)) return normaliseProse(value.text);
  noteOmission(found.encodedTexts, path);
  return '';
}

export function isContainer(value: JsonValue): value is JsonContainer {
  return value.kind === 'list' || value.kind === 'object';
}

export const partCount = (value: JsonContainer): number =>
  value.kind === 'list' ? value.items.length : value.entries.length;

/** `red, green`: undefined for what is no list of a few plain values. */
function shortList(value: JsonContainer): string | undefined {
  if (value.kind !== 'list') return undefined;
  const texts: string[] = [];
  let chars = 0;
  for (const item of value.items) {
    if (isContainer(item)) return undefined;
    chars += item.text.length;
    if (chars > maxListChars) return undefined;
    if (item.text !== '') texts.push(normaliseProse(item.text));
  }
  return texts.join(', ');
}

/** True for a list, of lists too, of nothing but numbers, and many of them. */
function isManyNumbers(value: JsonContainer): boolean {
  let count = 0;
  const stack: JsonValue[] = [value];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.kind === 'number') count++;
    else if (next.kind === 'list') for (const item of next.items) stack.push(item);
    else return false;
  }
  return count > maxNumbers;
}
