import type { Span } from '../../domain/span.ts';
import { splitsPair } from '../../domain/splits-pair.ts';

// One segmenter for all: its rules hardly depend on the language, and the merge below covers what they miss.
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations after which a capital letter does not begin a sentence: titles, and words that lead to a name or number. */
const abbreviations = new Set(
  (
    'dr mr mrs ms prof st jr sr rev hon gen col maj capt lt sgt gov sen rep pres messrs mme mlle ' +
    'no nos vol vols pp fig figs eq eqs sec sect ch chap art par para ed eds approx ca cf vs viz al ' +
    'e.g i.e z.b d.h u.a bzw vgl nr abs hr fr jan feb mar apr jun jul aug sep sept oct nov dec inc ltd co corp u.s u.k'
  ).split(' '),
);
/** …but these may end a sentence as well: the next word decides. */
const maybeEnding = new Set(
  'inc ltd co corp al u.s u.k jr sr no jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '),
);

/**
 * Sentences of `text` between two offsets, in order, without white space at either end. Line breaks end sentences, since running text
 * has none. Every character that is not white space lies in exactly one sentence.
 */
export function sentenceSpans(text: string, within: Span): Span[] {
  const spans: Span[] = [];
  let open: { start: number; end: number } | undefined;
  for (const { start, end } of segments(text, within)) {
    const segment = text.slice(start, end);
    const trimmedStart = start + (segment.length - segment.trimStart().length);
    const trimmedEnd = start + segment.trimEnd().length;
    if (trimmedEnd <= trimmedStart) continue;
    if (open && isSameSentence(text, open, trimmedStart, trimmedEnd)) open.end = trimmedEnd;
    else {
      if (open) spans.push(open);
      open = { start: trimmedStart, end: trimmedEnd };
    }
  }
  if (open) spans.push(open);
  return spans;
}

/**
 * Characters that the segmenter sees at a time: its time grows with the square of the text's length (measured in V8: 1 MB takes 0.2 s in
 * windows of this size, minutes as a whole). Each window begins at a sentence's start, so the borders are the same.
 */
const windowChars = 2_000;
/** A sentence that fills a window this large is cut there; it is far longer than any passage. */
const maxWindowChars = 16_000;

function* segments(text: string, within: Span): Generator<Span> {
  let start = within.start;
  let size = windowChars;
  while (start < within.end) {
    const end = wholeCharacter(text, Math.min(within.end, start + size));
    let last = start;
    for (const { index, segment } of segmenter.segment(text.slice(start, end))) {
      last = start + index;
      // The last sentence of a window may go on beyond it.
      if (last + segment.length < end || end === within.end) yield { start: last, end: last + segment.length };
    }
    if (end === within.end) return;
    if (last > start) {
      start = last;
      size = windowChars;
    } else if (size < maxWindowChars) size *= 2;
    else {
      yield { start, end };
      start = end;
      size = windowChars;
    }
  }
}

/** The offset, or one less where it would cut a surrogate pair in two. */
function wholeCharacter(text: string, offset: number): number {
  return splitsPair(text, offset) ? offset - 1 : offset;
}

/** Characters before a full stop that can hold an abbreviation. */
const lookBackChars = 16;

/** True where the segmenter saw an end after `open` that is none. */
function isSameSentence(text: string, open: Span, nextStart: number, nextEnd: number): boolean {
  if (text.slice(open.end, nextStart).includes('\n')) return false;
  const tail = text.slice(Math.max(open.start, open.end - lookBackChars), open.end);
  const next = text.slice(nextStart, Math.min(nextEnd, nextStart + lookBackChars));
  // A sentence does not begin with a small letter, a comma or a closing mark.
  if (/^(?:\p{Ll}|[,;)\]])/u.test(next)) return true;
  // `1.` at a sentence's start numbers it.
  if (open.end - open.start <= 4 && /^\(?(?:\d{1,3}|\p{L})[.)]$/u.test(tail)) return true;
  const word = /(?:^|[\s(“"'‘[])([\p{L}][\p{L}.]*)\.$/u.exec(tail)?.[1]?.toLowerCase();
  if (word === undefined) return false;
  if (maybeEnding.has(word)) return /^\p{N}/u.test(next);
  // One letter is an initial: `J. Smith`.
  return abbreviations.has(word) || (word.length === 1 && /^\p{Lu}/u.test(next) && word !== 'i');
}
