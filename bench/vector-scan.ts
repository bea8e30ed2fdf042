import { createVectorScan } from '../src/core/corpus/search-index/vector-scan.ts';
import { createVectorStore } from '../src/core/corpus/search-index/vector-store.ts';
import { type BenchResult, elapsedMs, quantile } from './bench-result.ts';
import { clusteredVectors } from './clustered-vectors.ts';
import { usedMegabytes } from './memory.ts';

const vectorCount = 100_000;
const dimension = 384;
const queryCount = 30;
const limit = 50;

/** The int8 scan with exact rescoring against a plain loop over 32-bit numbers that sorts what it finds. */
export function benchVectorScan(): BenchResult {
  const { near, nextVectors } = clusteredVectors(dimension);
  const vectors = nextVectors(vectorCount);
  const queries = Array.from({ length: queryCount }, near);

  const before = usedMegabytes();
  const scan = createVectorScan(dimension);
  const store = createVectorStore(dimension, scan);
  const buildMs = elapsedMs(() => store.set('d', vectorCount, 0, vectors));
  const megabytes = usedMegabytes() - before;
  for (const query of queries) store.search(query, limit);
  const ourTimes = queries.map((query) => elapsedMs(() => store.search(query, limit)));

  const plainScores = new Float32Array(vectorCount);
  plainLoop(vectors, queries[0]!, plainScores);
  const plainTimes = queries.map((query) =>
    elapsedMs(() => {
      plainLoop(vectors, query, plainScores);
      best(plainScores);
    }),
  );

  let found = 0;
  for (const query of queries) {
    plainLoop(vectors, query, plainScores);
    const exact = new Set(best(plainScores).slice(0, 10));
    found += store.search(query, 10).filter(({ ordinal }) => exact.has(ordinal)).length;
  }

  const [ours, plain] = [quantile(ourTimes, 0.5), quantile(plainTimes, 0.5)];
  return {
    name: 'vector scan against a plain loop',
    setting: `${vectorCount} × ${dimension} clustered vectors, ${queryCount} queries, best ${limit}, scan: ${scan.kind}`,
    figures: [
      { label: 'query, median: Winnow', value: ours, unit: 'ms' },
      { label: 'query, median: plain loop', value: plain, unit: 'ms' },
      { label: 'query, 95th of 100: Winnow', value: quantile(ourTimes, 0.95), unit: 'ms' },
      { label: 'exact best 10 found', value: (100 * found) / (10 * queryCount), unit: '%' },
      { label: 'adding all vectors', value: buildMs, unit: 'ms' },
      { label: 'memory of the scan', value: scan.byteLength() / 1e6, unit: 'MB' },
      { label: 'memory of the exact vectors', value: store.exactBytes() / 1e6, unit: 'MB' },
      { label: 'memory in all', value: megabytes, unit: 'MB' },
    ],
    ratios: [{ label: 'queries, times faster', value: plain / ours, aim: 8 }],
  };
}

function plainLoop(vectors: Float32Array, query: Float32Array, scores: Float32Array): void {
  for (let row = 0; row < scores.length; row++) {
    let sum = 0;
    const start = row * dimension;
    for (let i = 0; i < dimension; i++) sum += query[i]! * vectors[start + i]!;
    scores[row] = sum;
  }
}

/** The rows of the best scores, by keeping a short sorted list. */
function best(scores: Float32Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < scores.length; row++) {
    if (rows.length === limit && scores[row]! <= scores[rows[limit - 1]!]!) continue;
    let place = rows.length;
    while (place > 0 && scores[rows[place - 1]!]! < scores[row]!) place--;
    rows.splice(place, 0, row);
    rows.length = Math.min(rows.length, limit);
  }
  return rows;
}
