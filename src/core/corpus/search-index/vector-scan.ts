/**
 * Dot products of an int8 query with every int8 row of a flat store: WebAssembly SIMD where it is there, plain
 * JavaScript else (an old device, a page policy without `wasm-unsafe-eval`). Both give the same integers.
 */
import { WinnowError } from '../../domain/errors.ts';
import { vectorScanKernel } from './vector-scan-kernel.ts';

export type VectorScan = {
  readonly kind: 'simd' | 'plain';
  /** Bytes from one row to the next: the dimension rounded up to 16. What lies beyond the dimension must stay 0. */
  readonly stride: number;
  readonly byteLength: () => number;
  /**
   * Makes room for `rowCount` rows; what was there stays. @throws WinnowError `engine-failed` when memory is short
   */
  readonly reserve: (rowCount: number) => void;
  /** The rows, one after the other. `reserve` makes older views stale: ask again, never keep it. */
  readonly rows: () => Int8Array;
  /** Calls back with the dots of rows firstRow, firstRow + 1, … tile by tile; the array is valid during the call. */
  readonly scan: (query: Int8Array, rowCount: number, onTile: (firstRow: number, dots: Int32Array) => void) => void;
};

/** Largest dimension: what the kernel keeps free for the query. */
export const maxDimension = 4096;

const tileRows = 4096;
const dotsAddress = 8192;
const rowsAddress = 65_536;
const wasmPageBytes = 65_536;

type Kernel = {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly scan: (rowAddress: number, count: number, stride: number, dotsAddress: number) => void;
};

// The part of WebAssembly that is used here. It is the same everywhere, but no lib of ours without a DOM declares it.
declare const WebAssembly:
  | {
      readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
      readonly Instance: new (module: object) => { readonly exports: unknown };
    }
  | undefined;

export function createVectorScan(dimension: number): VectorScan {
  const kernel = maybeKernel();
  return kernel ? createSimdScan(dimension, kernel) : createPlainScan(dimension);
}

/** The oracle of the tests and the way out where there is no SIMD. */
export function createPlainScan(dimension: number): VectorScan {
  const stride = strideOf(dimension);
  let rows = new Int8Array(0);
  const dots = new Int32Array(tileRows);
  return {
    kind: 'plain',
    stride,
    byteLength: () => rows.byteLength,
    reserve: (rowCount) => {
      const size = capacityFor(rows.length / stride, rowCount) * stride;
      if (size === rows.length) return;
      const larger = new Int8Array(size);
      larger.set(rows);
      rows = larger;
    },
    rows: () => rows,
    scan: (query, rowCount, onTile) => {
      for (let first = 0; first < rowCount; first += tileRows) {
        const count = Math.min(tileRows, rowCount - first);
        for (let row = 0; row < count; row++) {
          const start = (first + row) * stride;
          let dot = 0;
          for (let i = 0; i < dimension; i++) dot += (query[i] ?? 0) * (rows[start + i] ?? 0);
          dots[row] = dot;
        }
        onTile(first, dots.subarray(0, count));
      }
    },
  };
}

function createSimdScan(dimension: number, { memory, scan }: Kernel): VectorScan {
  const stride = strideOf(dimension);
  let capacity = 0;
  return {
    kind: 'simd',
    stride,
    byteLength: () => memory.buffer.byteLength,
    reserve: (rowCount) => {
      const wanted = capacityFor(capacity, rowCount);
      const bytes = rowsAddress + wanted * stride - memory.buffer.byteLength;
      try {
        if (bytes > 0) memory.grow(Math.ceil(bytes / wasmPageBytes));
      } catch (error) {
        const message = `No memory for ${rowCount} vectors of ${dimension} bytes. Remove documents or close other tabs.`;
        throw new WinnowError('engine-failed', message, { rowCount, dimension }, error);
      }
      capacity = wanted;
    },
    rows: () => new Int8Array(memory.buffer, rowsAddress, capacity * stride),
    scan: (query, rowCount, onTile) => {
      // Padding beyond the dimension multiplies zeros, whatever an earlier query left there.
      new Int16Array(memory.buffer, 0, stride).fill(0).set(query);
      const dots = new Int32Array(memory.buffer, dotsAddress, tileRows);
      for (let first = 0; first < rowCount; first += tileRows) {
        const count = Math.min(tileRows, rowCount - first);
        // Capacity is a multiple of 4, so the rows that fill the last group exist; their dots are not shown.
        scan(rowsAddress + first * stride, (count + 3) & ~3, stride, dotsAddress);
        onTile(first, dots.subarray(0, count));
      }
    },
  };
}

function strideOf(dimension: number): number {
  return (dimension + 15) & ~15;
}

/** Grows by half at least, in groups of four rows. */
function capacityFor(capacity: number, rowCount: number): number {
  return rowCount <= capacity ? capacity : (Math.max(rowCount, Math.ceil(capacity * 1.5)) + 3) & ~3;
}

function maybeKernel(): Kernel | null {
  if (typeof WebAssembly === 'undefined') return null;
  try {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(vectorScanKernel));
    // SAFETY: the module's exports are those of vector-scan-kernel.wat, which the tests run.
    return instance.exports as Kernel;
  } catch {
    // No SIMD, or compiling is forbidden: the plain scan gives the same numbers, and `kind` says which one runs.
    return null;
  }
}
