// What JSON of unknown origin turns out to be.
import type { Span } from '../domain/span.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whole and not negative. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** A half-open range inside `0..end`. */
export function isSpan(value: unknown, end: number): value is Span {
  return isFields(value) && isCount(value['start']) && isCount(value['end']) && isOrdered(value, end);
}

function isOrdered({ start, end: to }: Fields, end: number): boolean {
  return Number(start) <= Number(to) && Number(to) <= end;
}

/** Undefined for what is no JSON; JSON knows no undefined. */
export function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** One value a line, each line ended; undefined for a line that is no JSON. */
export function jsonLinesOf(text: string | undefined): readonly unknown[] | undefined {
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return lines.pop() === '' ? lines.map(jsonOf) : undefined;
}
