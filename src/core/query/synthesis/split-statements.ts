import type { Span } from '../../domain/span.ts';

/** Words before a full stop that do not end a sentence. */
const abbreviations = new Set(
  'mr mrs ms dr prof st no nos vol fig figs eq eqs sec ch pp approx ca cf vs etc inc ltd co jr sr e.g i.e u.s u.k a.m p.m'.split(
    ' ',
  ),
);

/** A sentence's end: its marks, quotes or brackets that close with it, then the space before the next one. */
const sentenceEnd = /([.!?…]+["'”’)\]]*)(\s+)(?=\S)|[。！？]["”’）」』]*|\n+/gu;

function endsInAbbreviation(text: string): boolean {
  const word = /[\p{L}.]+(?=\.$)/u.exec(text)?.[0].toLowerCase();
  return word !== undefined && (abbreviations.has(word) || /^\p{L}$/u.test(word));
}

/**
 * Splits an answer into statements: spans without the white space around them. A border is certain as soon as the
 * first character behind it is there, so the spans of all statements but the last do not change as text is added.
 */
export function splitStatements(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  const push = (end: number) => {
    const part = text.slice(start, end);
    const trimmed = part.trim();
    const from = start + part.indexOf(trimmed);
    if (trimmed !== '') spans.push({ start: from, end: from + trimmed.length });
    start = end;
  };
  for (const match of text.matchAll(sentenceEnd)) {
    const marks = match[1];
    const end = match.index + match[0].length;
    if (marks === '.' && endsInAbbreviation(text.slice(start, match.index + 1))) continue;
    // A full stop before a small letter is inside a sentence ("approx. five"), at a line's end it is not.
    if (marks !== undefined && /^\p{Ll}/u.test(text.slice(end)) && !match[0].includes('\n')) continue;
    push(end);
  }
  push(text.length);
  return spans;
}
