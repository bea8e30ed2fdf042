// Every file of fixtures/documents, damaged: it is read, or refused with a sentence; nothing hangs and nothing else is thrown.
// A longer run: WINNOW_DAMAGE_ROUNDS=200 WINNOW_DAMAGE_SEED=7 npx vitest run --project unit src/engines/damaged-documents.test.ts
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodePdfAssets } from '../../scripts/pdf-assets-node.ts';
import { splitPassages } from '../core/corpus/passages/split-passages.ts';
import { type ErrorData, errorDataOf } from '../core/domain/errors.ts';
import { createDocumentParser } from './parse-document.ts';
import { unpackFile } from './unpack-file.ts';

/** Damaged copies of each file. */
const rounds = Number(process.env['WINNOW_DAMAGE_ROUNDS'] ?? 60);
const seed = Number(process.env['WINNOW_DAMAGE_SEED'] ?? 1);
const longestMs = 10_000;

const folder = fileURLToPath(new URL('./fixtures/documents/', import.meta.url));
const groups = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const parse = createDocumentParser(nodePdfAssets);

/** Whole numbers from 0 up to, but not, `below`; the same for the same seed (mulberry32). */
function numbersOf(start: number): (below: number) => number {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** One to four changes: bytes altered, the end cut off, a part twice, a part lost, foreign bytes between. */
function damaged(bytes: Uint8Array, number: (below: number) => number): Uint8Array<ArrayBuffer> {
  let all = new Uint8Array(bytes);
  for (let change = number(4); change >= 0; change--) {
    const at = number(all.length + 1);
    const length = 1 + number(Math.max(1, Math.min(all.length, 1 << number(12))));
    const before = all.subarray(0, at);
    const after = all.subarray(at);
    switch (number(5)) {
      case 0:
        for (let flips = number(16); flips >= 0 && all.length > 0; flips--) {
          const place = number(all.length);
          all[place] = (all[place] ?? 0) ^ (1 << number(8));
        }
        break;
      case 1:
        all = all.slice(0, at);
        break;
      case 2:
        all = new Uint8Array([...before, ...after.subarray(0, length), ...after]);
        break;
      case 3:
        all = new Uint8Array([...before, ...after.subarray(length)]);
        break;
      default:
        all = new Uint8Array([...before, ...Array.from({ length }, () => number(256)), ...after]);
    }
  }
  return all;
}

/** Errors that came, of the file and of what is in it. */
async function readAll(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<readonly ErrorData[]> {
  const errors: ErrorData[] = [];
  try {
    for await (const item of unpackFile({ name, data: new Blob([bytes]) })) {
      if (item.kind === 'failed') errors.push(item.error);
      if (item.kind !== 'file') continue;
      const content = new Uint8Array(await item.data.arrayBuffer());
      try {
        // Its spans are checked by the parser itself; a wrong one is an error with the code `internal`.
        const parsed = await parse({ name: item.name, bytes: content });
        for (const { span } of splitPassages({ id: 'd', ...parsed })) expect(span.end).toBeGreaterThan(span.start);
      } catch (error) {
        errors.push(errorDataOf(error));
      }
    }
  } catch (error) {
    errors.push(errorDataOf(error));
  }
  return errors;
}

describe('a damaged file is read, or refused with a sentence', { timeout: 60_000 + rounds * 60_000 }, () => {
  for (const { name: group } of groups) {
    it(`of ${group}`, async () => {
      for (const [place, name] of readdirSync(join(folder, group)).entries()) {
        const whole = new Uint8Array(readFileSync(join(folder, group, name)));
        for (let round = 0; round < rounds; round++) {
          const start = seed * 1_000_003 + place * 10_007 + round;
          const bytes = damaged(whole, numbersOf(start));
          const startMs = performance.now();
          const errors = await readAll(name, bytes);
          const what = `${group}/${name}, damaged by the numbers of ${start}`;
          expect(performance.now() - startMs, what).toBeLessThan(longestMs);
          for (const { code, message } of errors) {
            expect(code, `${what}: ${message}`).toMatch(/^document-/);
            expect(message, what).toMatch(/^[“A-Z].{15,}\.$/s);
          }
        }
      }
    });
  }
});
