import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import loadWabt from 'wabt';

const folder = resolve(import.meta.dirname, '../src/core/corpus/search-index');

/** The TypeScript file that `vector-scan-kernel.wat` assembles to. */
export async function vectorScanKernelFile(): Promise<string> {
  const wabt = await loadWabt();
  const module = wabt.parseWat('kernel.wat', readFileSync(`${folder}/vector-scan-kernel.wat`, 'utf8'), { simd: true });
  module.validate();
  const { buffer } = module.toBinary({});
  module.destroy();
  const lines = [];
  for (let start = 0; start < buffer.length; start += 24) {
    lines.push(`  ${[...buffer.subarray(start, start + 24)].join(', ')},`);
  }
  return [
    '/** Assembled from vector-scan-kernel.wat by scripts/build-vector-scan-kernel.ts; a test compares the two. */',
    '// biome-ignore format: machine-made',
    'export const vectorScanKernel = new Uint8Array([',
    ...lines,
    ']);',
    '',
  ].join('\n');
}

if (import.meta.filename === process.argv[1]) {
  writeFileSync(`${folder}/vector-scan-kernel.ts`, await vectorScanKernelFile());
}
