import { expect, it } from 'vitest';
import { createPlainScan, createVectorScan } from './vector-scan.ts';

it('runs on WebAssembly SIMD in the browser, with the plain scan’s numbers', () => {
  const dimension = 384;
  const rowCount = 5001;
  const scans = [createVectorScan(dimension), createPlainScan(dimension)];
  const dots = scans.map((scan) => {
    scan.reserve(rowCount);
    const rows = scan.rows();
    for (let i = 0; i < rowCount * dimension; i++) rows[i] = ((i * 7919) % 255) - 127;
    const found: number[] = [];
    scan.scan(rows.slice(0, dimension), rowCount, (_, tile) => found.push(...tile));
    return found;
  });
  expect(scans.map(({ kind }) => kind)).toEqual(['simd', 'plain']);
  expect(dots[0]).toHaveLength(rowCount);
  expect(dots[0]).toEqual(dots[1]);
});
