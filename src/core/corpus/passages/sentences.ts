import type { Span } from '../../domain/span.ts';

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
const maybeEnding = new Set('inc ltd co corp al u.s u.k jr sr no jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '));

/**
 * Sentences of `text` between two offsets, in order, without white space at either end. Line breaks end sentences, since running text
 * has none. Every character that is not white space lies in exactly one sentence.
 */
export function sentenceSpans(text: string, within: Span): Span[] {
  const spans: Span[] = [];
  const part = text.slice(within.start, within.end);
  let open: { start: number; end: number } | undefined;
  for (const { segment, index } of segmenter.segment(part)) {
    const trimmedStart = index + (segment.length - segment.trimStart().length);
    const trimmedEnd = index + segment.trimEnd().length;
    if (trimmedEnd <= trimmedStart) continue;
    if (open && isSameSentence(part, open, trimmedStart, trimmedEnd)) open.end = trimmedEnd;
    else {
      if (open) spans.push({ start: within.start + open.start, end: within.start + open.end });
      open = { start: trimmedStart, end: trimmedEnd };
    }
  }
  if (open) spans.push({ start: within.start + open.start, end: within.start + open.end });
  return spans;
}

/** Characters before a full stop that can hold an abbreviation. */
const lookBackChars = 16;

/** True where the segmenter saw an end after `open` that is none. */
function isSameSentence(part: string, open: Span, nextStart: number, nextEnd: number): boolean {
  if (part.slice(open.end, nextStart).includes('\n')) return false;
  const tail = part.slice(Math.max(open.start, open.end - lookBackChars), open.end);
  const next = part.slice(nextStart, Math.min(nextEnd, nextStart + lookBackChars));
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
