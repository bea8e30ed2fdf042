import { defaultBm25, idfOf } from './bm25-parameters.ts';
import { type DocumentScope, rowRanges } from './row-ranges.ts';
import type { SegmentHit } from './score-bm25.ts';
import type { Segment, SegmentTotals } from './segment.ts';
import { termsStartingWith } from './terms-starting-with.ts';
import { createTopHits } from './top-hits.ts';
import type { TypedWord } from './typed-words.ts';

/** Room for the counts of one word in one segment. All zero between uses. */
type Tally = { readonly counts: Float32Array; readonly rows: Uint32Array };

/**
 * The best `limit` passages that hold at least one of the words, and how many hold one. All that a begun word may become
 * counts as one word: the counts of its terms are added before BM25 saturates them, and its frequency is that of passages
 * with any of them. Each by itself, a rare one would outweigh all that was typed.
 *
 * Frequencies and lengths are of the whole library, whatever the scope: a restricted search gives the same passages in
 * the same order as the whole one, less those outside.
 */
export function scoreWords(
  segments: readonly Segment[],
  totals: SegmentTotals,
  query: { readonly words: readonly TypedWord[]; readonly limit: number; readonly scope: DocumentScope },
): { readonly hits: readonly SegmentHit[]; readonly matchCount: number } {
  const largest = Math.max(0, ...segments.map(({ lengths }) => lengths.length));
  const tally: Tally = { counts: new Float32Array(largest), rows: new Uint32Array(largest) };
  const averageLength = totals.length / totals.rowCount;
  const { k1, b } = defaultBm25;
  const terms = query.words.map((word) => segments.map((segment) => termNumbers(segment, word)));
  const weights = terms.map((ofWord) => {
    const frequency = segments.reduce((sum, segment, s) => sum + frequencyOf(segment, ofWord[s] ?? [], tally), 0);
    return frequency === 0 ? 0 : idfOf('lucene', frequency, totals.rowCount);
  });
  const scores = new Float32Array(largest);
  const top = createTopHits(query.limit);
  const firstRows: number[] = [];
  let firstRow = 0;
  let matchCount = 0;

  for (const [s, segment] of segments.entries()) {
    firstRows.push(firstRow);
    scores.fill(0, 0, segment.lengths.length);
    for (const [w, weight] of weights.entries()) {
      eachRow(segment, terms[w]?.[s] ?? [], tally, (row, count) => {
        const norm = k1 * (1 - b + (b * (segment.lengths[row] ?? 0)) / averageLength);
        scores[row] = (scores[row] ?? 0) + (weight * count) / (count + norm);
      });
    }
    for (const { first, end } of rowRanges(segment, query.scope)) {
      for (let row = first; row < end; row++) {
        const score = scores[row] ?? 0;
        if (score === 0 || segment.removed[row] === 1) continue;
        matchCount++;
        if (score > top.threshold()) top.offer(firstRow + row, score);
      }
    }
    firstRow += segment.lengths.length;
  }

  const hits = top.take().flatMap(({ row, score }) => {
    const position = firstRows.findLastIndex((first) => first <= row);
    const segment = segments[position];
    return segment ? [{ segment, row: row - (firstRows[position] ?? 0), score }] : [];
  });
  return { hits, matchCount };
}

function termNumbers(segment: Segment, { terms, prefix }: TypedWord): readonly number[] {
  const numbers = terms.flatMap((term) => segment.terms.get(term) ?? []);
  return prefix === null ? numbers : [...numbers, ...termsStartingWith(segment, prefix)];
}

/** Living passages that hold any of the terms. */
function frequencyOf(segment: Segment, terms: readonly number[], tally: Tally): number {
  const [only] = terms;
  if (only === undefined) return 0;
  if (terms.length === 1) return segment.documentFrequencies[only] ?? 0;
  let frequency = 0;
  eachRow(segment, terms, tally, (row) => {
    if (segment.removed[row] === 0) frequency++;
  });
  return frequency;
}

/** Calls with each row that holds any of the terms, once, and how often it holds them. */
function eachRow(
  segment: Segment,
  terms: readonly number[],
  { counts, rows }: Tally,
  visit: (row: number, count: number) => void,
): void {
  let rowCount = 0;
  for (const term of terms) {
    const end = segment.offsets[term + 1] ?? 0;
    for (let posting = segment.offsets[term] ?? 0; posting < end; posting++) {
      const row = segment.rows[posting] ?? 0;
      const count = counts[row] ?? 0;
      if (count === 0) rows[rowCount++] = row;
      counts[row] = count + (segment.counts[posting] ?? 0);
    }
  }
  for (let place = 0; place < rowCount; place++) {
    const row = rows[place] ?? 0;
    const count = counts[row] ?? 0;
    counts[row] = 0;
    visit(row, count);
  }
}
