import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectorScanKernelFile } from '../../../../scripts/build-vector-scan-kernel.ts';
import { createPlainScan, createVectorScan, type VectorScan } from './vector-scan.ts';

/** All dots in one array. */
function scanAll(scan: VectorScan, query: Int8Array, rowCount: number): number[] {
  const dots: number[] = [];
  scan.scan(query, rowCount, (firstRow, tile) => {
    expect(firstRow).toBe(dots.length);
    dots.push(...tile);
  });
  return dots;
}

function fill(scan: VectorScan, rows: readonly Int8Array[]): void {
  scan.reserve(rows.length);
  rows.forEach((row, place) => {
    scan.rows().set(row, place * scan.stride);
  });
}

describe('vector scan', () => {
  it('runs on WebAssembly SIMD here', () => {
    expect(createVectorScan(384).kind).toBe('simd');
  });

  it('gives the same integers with and without SIMD', () => {
    const bytes = (dimension: number) =>
      fc.int8Array({ min: -127, max: 127, minLength: dimension, maxLength: dimension });
    const sample = fc
      .integer({ min: 1, max: 70 })
      .chain((dimension) => fc.tuple(bytes(dimension), fc.array(bytes(dimension), { maxLength: 13 })));
    fc.assert(
      fc.property(sample, ([query, rows]) => {
        const scans = [createVectorScan(query.length), createPlainScan(query.length)];
        const expected = rows.map((row) => row.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0));
        for (const scan of scans) {
          fill(scan, rows);
          expect(scanAll(scan, query, rows.length)).toEqual(expected);
        }
      }),
    );
  });

  it('has no overflow at the extremes of the largest dimension', () => {
    const row = new Int8Array(4096).fill(-127);
    for (const scan of [createVectorScan(4096), createPlainScan(4096)]) {
      fill(scan, [row]);
      expect(scanAll(scan, row, 1)).toEqual([4096 * 127 * 127]);
    }
  });

  it('goes tile by tile and keeps its rows while it grows', () => {
    const dimension = 5;
    const rowCount = 10_001;
    const rows = Array.from({ length: rowCount }, (_, row) => Int8Array.from([row % 7, row % 11, row % 13, 1, -1]));
    const query = Int8Array.from([3, -2, 1, 5, 4]);
    for (const scan of [createVectorScan(dimension), createPlainScan(dimension)]) {
      rows.forEach((row, place) => {
        scan.reserve(place + 1);
        scan.rows().set(row, place * scan.stride);
      });
      const expected = rows.map((row) => row.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0));
      expect(scanAll(scan, query, rowCount)).toEqual(expected);
    }
  });

  it('is assembled from the text beside it', async () => {
    const committed = readFileSync(new URL('./vector-scan-kernel.ts', import.meta.url), 'utf8');
    expect(committed).toBe(await vectorScanKernelFile());
  });
});
