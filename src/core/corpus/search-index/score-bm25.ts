import { type Bm25Parameters, idfOf } from './bm25-parameters.ts';
import type { QueryWord } from './query-words.ts';
import { type DocumentScope, rowRanges } from './row-ranges.ts';
import type { Segment, SegmentTotals } from './segment.ts';
import { createTopHits } from './top-hits.ts';

export type SegmentHit = { readonly segment: Segment; readonly row: number; readonly score: number };

/** Room for one segment's scores, used again from query to query. */
export type ScoreScratch = { scores: Float32Array; norms: Float32Array };

/**
 * The best `limit` passages that hold at least one of the words. A word repeated in the question weighs as often.
 * Every posting of every term is read; scores are summed in 32 bits, in the order of the terms, whatever the segments.
 * Frequencies and lengths are of the whole library, whatever the scope: a passage's score does not depend on a filter.
 */
export function scoreBm25(
  segments: readonly Segment[],
  totals: SegmentTotals,
  query: {
    readonly words: readonly QueryWord[];
    readonly parameters: Bm25Parameters;
    readonly limit: number;
    readonly scope: DocumentScope;
  },
  scratch: ScoreScratch,
): SegmentHit[] {
  const { parameters, limit } = query;
  const weights = weigh(segments, totals, query.words, parameters);
  if (weights.size === 0 || limit === 0) return [];
  const averageLength = totals.length / totals.rowCount;
  const top = createTopHits(limit);
  const firstRows: number[] = [];
  let firstRow = 0;

  for (const segment of segments) {
    firstRows.push(firstRow);
    const rowCount = segment.lengths.length;
    if (scratch.scores.length < rowCount) {
      scratch.scores = new Float32Array(rowCount);
      scratch.norms = new Float32Array(rowCount);
    }
    const scores = scratch.scores.subarray(0, rowCount).fill(0);
    const norms = scratch.norms.subarray(0, rowCount);
    fillNorms(norms, segment.lengths, averageLength, parameters);
    for (const [term, weight] of weights) {
      const number = segment.terms.get(term);
      if (number !== undefined) addTerm(scores, norms, segment, number, weight, parameters);
    }
    let threshold = top.threshold();
    for (const { first, end } of rowRanges(segment, query.scope)) {
      for (let row = first; row < end; row++) {
        const score = scores[row] ?? 0;
        if (score <= threshold || score === 0 || segment.removed[row] === 1) continue;
        top.offer(firstRow + row, score);
        threshold = top.threshold();
      }
    }
    firstRow += rowCount;
  }

  return top.take().flatMap(({ row, score }) => {
    const position = firstRows.findLastIndex((first) => first <= row);
    const segment = segments[position];
    return segment ? [{ segment, row: row - (firstRows[position] ?? 0), score }] : [];
  });
}

/**
 * idf × times in the question, for the terms that any living passage holds. A word's terms are of different languages, so
 * no passage holds two of them: its frequency is their sum, and idf is the word's in the whole library, not a language's.
 * A name in one German letter among English ones is then worth as much as in another English one.
 */
function weigh(
  segments: readonly Segment[],
  totals: SegmentTotals,
  words: readonly QueryWord[],
  parameters: Bm25Parameters,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { terms } of words) {
    const held = terms.filter((term) => frequencyOf(term, segments) > 0);
    const frequency = held.reduce((sum, term) => sum + frequencyOf(term, segments), 0);
    for (const term of held) {
      weights.set(term, (weights.get(term) ?? 0) + idfOf(parameters.variant, frequency, totals.rowCount));
    }
  }
  return weights;
}

/** Living passages that hold the term. */
function frequencyOf(term: string, segments: readonly Segment[]): number {
  let frequency = 0;
  for (const segment of segments) {
    const number = segment.terms.get(term);
    if (number !== undefined) frequency += segment.documentFrequencies[number] ?? 0;
  }
  return frequency;
}

/** k1 · norm for lucene and bm25+, norm for bm25l. */
function fillNorms(norms: Float32Array, lengths: Uint32Array, averageLength: number, parameters: Bm25Parameters): void {
  const { variant, k1, b } = parameters;
  const factor = variant === 'bm25l' ? 1 : k1;
  const constant = factor * (1 - b);
  const slope = (factor * b) / averageLength;
  for (let row = 0; row < norms.length; row++) norms[row] = constant + slope * (lengths[row] ?? 0);
}

function addTerm(
  scores: Float32Array,
  norms: Float32Array,
  segment: Segment,
  term: number,
  weight: number,
  { variant, k1, delta }: Bm25Parameters,
): void {
  const { rows, counts } = segment;
  const start = segment.offsets[term] ?? 0;
  const end = segment.offsets[term + 1] ?? 0;
  if (variant === 'bm25l') {
    const factor = weight * (k1 + 1);
    for (let posting = start; posting < end; posting++) {
      const row = rows[posting] ?? 0;
      const norm = norms[row] ?? 0;
      // c + delta, multiplied by norm: that saves a division, and norm may be 0 (b = 1, empty passage) without harm.
      const lifted = (counts[posting] ?? 0) + delta * norm;
      scores[row] = (scores[row] ?? 0) + (factor * lifted) / (k1 * norm + lifted);
    }
    return;
  }
  const factor = variant === 'lucene' ? weight : weight * (k1 + 1);
  const floor = variant === 'lucene' ? 0 : weight * delta;
  for (let posting = start; posting < end; posting++) {
    const row = rows[posting] ?? 0;
    const count = counts[posting] ?? 0;
    scores[row] = (scores[row] ?? 0) + (factor * count) / (count + (norms[row] ?? 0)) + floor;
  }
}
