import { createSegment, isRemoved, type Segment, type SegmentDocument } from './segment.ts';

/**
 * Which neighbouring segments to merge after a change: positions [start, end), or null when all is well. Segments keep
 * to falling sizes, each at least twice the next, so that their number stays logarithmic and a passage is copied a
 * logarithmic number of times. A segment that has lost a third of its passages is rewritten alone.
 */
export function segmentsToMerge(sizes: readonly { readonly rowCount: number; readonly liveCount: number }[]): {
  readonly start: number;
  readonly end: number;
} | null {
  for (let position = 0; position < sizes.length; position++) {
    const size = sizes[position];
    if (size && size.liveCount < size.rowCount && size.liveCount * 3 <= size.rowCount * 2)
      return { start: position, end: position + 1 };
  }
  let start = sizes.length - 1;
  let tail = sizes[start]?.liveCount ?? 0;
  while (start > 0 && (sizes[start - 1]?.liveCount ?? 0) < 2 * tail) {
    start--;
    tail += sizes[start]?.liveCount ?? 0;
  }
  return start < sizes.length - 1 ? { start, end: sizes.length } : null;
}

/** One segment with the passages that are left, in the same order. Removed documents and their words are gone. */
export function mergeSegments(segments: readonly Segment[]): Segment {
  const documents: SegmentDocument[] = [];
  const lengths: number[] = [];
  const terms = new Map<string, number>();
  const frequencies: number[] = [];

  // Pass 1: new row of each old row, new number of each old term, and how many postings each term will have.
  const plans = segments.map((segment) => {
    const rowOf = new Int32Array(segment.lengths.length).fill(-1);
    for (const document of segment.documents) {
      if (isRemoved(segment, document)) continue;
      documents.push({ ...document, firstRow: lengths.length });
      for (let row = document.firstRow; row < document.firstRow + document.rowCount; row++) {
        rowOf[row] = lengths.length;
        lengths.push(segment.lengths[row] ?? 0);
      }
    }
    const termOf = new Int32Array(segment.terms.size).fill(-1);
    for (const [term, oldNumber] of segment.terms) {
      const frequency = segment.documentFrequencies[oldNumber] ?? 0;
      if (frequency === 0) continue;
      const number = terms.get(term) ?? terms.size;
      terms.set(term, number);
      termOf[oldNumber] = number;
      frequencies[number] = (frequencies[number] ?? 0) + frequency;
    }
    return { segment, rowOf, termOf };
  });

  // Pass 2: copy. Segment after segment, so that rows stay sorted within a term.
  const offsets = new Uint32Array(terms.size + 1);
  for (let term = 0; term < terms.size; term++) offsets[term + 1] = (offsets[term] ?? 0) + (frequencies[term] ?? 0);
  const next = offsets.slice();
  const postingCount = offsets[terms.size] ?? 0;
  const rows = new Uint32Array(postingCount);
  const counts = new Uint8Array(postingCount);
  for (const { segment, rowOf, termOf } of plans) {
    for (let oldTerm = 0; oldTerm < termOf.length; oldTerm++) {
      const term = termOf[oldTerm] ?? -1;
      if (term < 0) continue;
      let place = next[term] ?? 0;
      const end = segment.offsets[oldTerm + 1] ?? 0;
      for (let posting = segment.offsets[oldTerm] ?? 0; posting < end; posting++) {
        const row = rowOf[segment.rows[posting] ?? 0] ?? -1;
        if (row < 0) continue;
        rows[place] = row;
        counts[place] = segment.counts[posting] ?? 0;
        place++;
      }
      next[term] = place;
    }
  }
  return createSegment(documents, Uint32Array.from(lengths), { terms, offsets, rows, counts });
}
