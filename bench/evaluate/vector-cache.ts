// Vectors by the text that they are of, in one file that only grows: a run that was interrupted goes on where it stopped.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

export type VectorCache = {
  readonly get: (text: string) => Float32Array | undefined;
  /** Also written to the file. The numbers are copied. */
  readonly add: (text: string, vector: Float32Array) => void;
};

const keyBytes = 32;

/**
 * @param path of the file: records of 32 bytes, the SHA-256 of the text, and `dimension` numbers of 32 bits. What is
 *   behind the last whole record was being written when the run ended, and is cut off.
 */
export function openVectorCache(path: string, dimension: number): VectorCache {
  const recordBytes = keyBytes + 4 * dimension;
  mkdirSync(dirname(path), { recursive: true });
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const count = Math.floor(bytes.length / recordBytes);
  if (count * recordBytes < bytes.length) truncateSync(path, count * recordBytes);
  const vectors = new Map<string, Float32Array>();
  for (let record = 0; record < count; record++) {
    const start = record * recordBytes;
    const numbers = bytes.subarray(start + keyBytes, start + recordBytes);
    // A copy, since numbers have to start at a multiple of four bytes.
    vectors.set(
      bytes.subarray(start, start + keyBytes).toString('hex'),
      new Float32Array(new Uint8Array(numbers).buffer),
    );
  }
  return {
    get: (text) => vectors.get(keyOf(text)),
    add: (text, vector) => {
      if (vector.length !== dimension) throw new Error(`a vector of ${vector.length} numbers, not ${dimension}`);
      const own = vector.slice();
      vectors.set(keyOf(text), own);
      appendFileSync(path, Buffer.concat([Buffer.from(keyOf(text), 'hex'), Buffer.from(own.buffer)]));
    },
  };
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
