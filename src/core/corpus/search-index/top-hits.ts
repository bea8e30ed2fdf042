/** The best `limit` of a stream of scored rows: a binary min-heap in typed arrays. Of equal scores the earlier offer stays. */
export type TopHits = {
  /** The score to beat; −∞ until the heap is full. Checking it first saves the call. */
  readonly threshold: () => number;
  readonly offer: (row: number, score: number) => void;
  /** Best first; equal scores by row, lowest first. Empties the heap. */
  readonly take: () => { readonly row: number; readonly score: number }[];
};

export function createTopHits(limit: number): TopHits {
  const rows = new Uint32Array(limit);
  // 64-bit: rounding here could reorder scores that the caller computed exactly.
  const scores = new Float64Array(limit);
  let count = 0;

  /** Worse: lower score, or the same score and a later row. */
  const isWorse = (rowA: number, scoreA: number, rowB: number, scoreB: number): boolean =>
    scoreA < scoreB || (scoreA === scoreB && rowA > rowB);

  const siftUp = (row: number, score: number): void => {
    let child = count++;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      const parentRow = rows[parent] ?? 0;
      const parentScore = scores[parent] ?? 0;
      if (!isWorse(row, score, parentRow, parentScore)) break;
      rows[child] = parentRow;
      scores[child] = parentScore;
      child = parent;
    }
    rows[child] = row;
    scores[child] = score;
  };

  const replaceWorst = (row: number, score: number): void => {
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= count) break;
      const right = child + 1;
      if (right < count && isWorse(rows[right] ?? 0, scores[right] ?? 0, rows[child] ?? 0, scores[child] ?? 0)) {
        child = right;
      }
      const childRow = rows[child] ?? 0;
      const childScore = scores[child] ?? 0;
      if (!isWorse(childRow, childScore, row, score)) break;
      rows[parent] = childRow;
      scores[parent] = childScore;
      parent = child;
    }
    rows[parent] = row;
    scores[parent] = score;
  };

  return {
    threshold: () => (count < limit ? Number.NEGATIVE_INFINITY : (scores[0] ?? 0)),
    offer: (row, score) => {
      if (count < limit) siftUp(row, score);
      else if (limit > 0 && isWorse(rows[0] ?? 0, scores[0] ?? 0, row, score)) replaceWorst(row, score);
    },
    take: () => {
      const hits = Array.from(rows.subarray(0, count), (row, position) => ({ row, score: scores[position] ?? 0 }));
      count = 0;
      return hits.sort((a, b) => b.score - a.score || a.row - b.row);
    },
  };
}
