/**
 * An immutable inverted index over a run of passages, and the little that changes afterwards: which documents were
 * removed. Rows number the passages of one segment from 0; those of one document lie together, in order.
 *
 * Postings are in compressed sparse rows: those of term t are at offsets[t] .. offsets[t + 1], by row.
 */
import type { DocumentId } from '../../domain/document.ts';

export type SegmentDocument = {
  readonly documentId: DocumentId;
  readonly firstRow: number;
  readonly rowCount: number;
  /** Languages of its passages, each once, sorted. */
  readonly languages: readonly string[];
};

export type Postings = {
  /** Term → 0-based term number. */
  readonly terms: ReadonlyMap<string, number>;
  /** [termCount + 1] */
  readonly offsets: Uint32Array;
  /** [postingCount] */
  readonly rows: Uint32Array;
  /** [postingCount] Counts stop at 255, where BM25 has long been saturated. */
  readonly counts: Uint8Array;
};

export type Segment = Postings & {
  readonly documents: readonly SegmentDocument[];
  /** [rowCount] Terms in the passage, repeats included. */
  readonly lengths: Uint32Array;
  /** [rowCount] 1 where the passage's document was removed. Changes. */
  readonly removed: Uint8Array;
  /** [termCount] Passages holding the term, without removed ones. Changes. */
  readonly documentFrequencies: Uint32Array;
};

export type SegmentTotals = { readonly rowCount: number; readonly length: number };

/** A segment around finished postings, with nothing removed. */
export function createSegment(
  documents: readonly SegmentDocument[],
  lengths: Uint32Array,
  postings: Postings,
): Segment {
  const { offsets } = postings;
  const documentFrequencies = new Uint32Array(postings.terms.size);
  for (let term = 0; term < documentFrequencies.length; term++) {
    documentFrequencies[term] = (offsets[term + 1] ?? 0) - (offsets[term] ?? 0);
  }
  return { ...postings, documents, lengths, removed: new Uint8Array(lengths.length), documentFrequencies };
}

/** Marks a document's rows as removed and takes them out of the frequencies, so that scores are as if it had never been. */
export function removeRows(segment: Segment, document: SegmentDocument): void {
  const { offsets, rows, removed, documentFrequencies } = segment;
  const { firstRow } = document;
  const endRow = firstRow + document.rowCount;
  if (document.rowCount === 0 || removed[firstRow] === 1) return;
  removed.fill(1, firstRow, endRow);
  for (let term = 0; term < documentFrequencies.length; term++) {
    const end = offsets[term + 1] ?? 0;
    let posting = lowerBound(rows, offsets[term] ?? 0, end, firstRow);
    let count = 0;
    while (posting < end && (rows[posting] ?? endRow) < endRow) {
      count++;
      posting++;
    }
    if (count > 0) documentFrequencies[term] = (documentFrequencies[term] ?? 0) - count;
  }
}

export function isRemoved(segment: Segment, document: SegmentDocument): boolean {
  return segment.removed[document.firstRow] === 1;
}

export function hasRemoved({ removed }: Segment): boolean {
  return removed.includes(1);
}

/** Passages that are not removed, and their terms. */
export function liveTotals(segment: Segment): SegmentTotals {
  let rowCount = 0;
  let length = 0;
  for (let row = 0; row < segment.lengths.length; row++) {
    if (segment.removed[row] === 1) continue;
    rowCount++;
    length += segment.lengths[row] ?? 0;
  }
  return { rowCount, length };
}

/** First place in sorted values[start..end) that is at least `target`. */
function lowerBound(values: Uint32Array, start: number, end: number, target: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
