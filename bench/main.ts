/**
 * Runs the benches and prints what they found: `npm run bench`, or `npm run bench -- bm25` for those whose name starts
 * so. A missed aim is marked, and is no failure: a busy machine can miss it.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { benchApp } from './app.ts';
import type { BenchResult } from './bench-result.ts';
import { benchBm25 } from './bm25.ts';
import { benchLanguageModel } from './language-model.ts';
import { benchPdfImport } from './pdf-import.ts';
import { benchScaleImport, benchScaleSearch } from './scale.ts';
import { benchVectorScan } from './vector-scan.ts';

const benches: Readonly<Record<string, () => BenchResult | Promise<BenchResult>>> = {
  bm25: benchBm25,
  'vector-scan': benchVectorScan,
  'pdf-import': benchPdfImport,
  'language-model': benchLanguageModel,
  app: benchApp,
  'scale-import': benchScaleImport,
  'scale-search': benchScaleSearch,
};

const wanted = process.argv.slice(2);
const names = Object.keys(benches).filter(
  (name) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
if (names.length === 0) {
  console.error(`No bench is called ${wanted.join(' or ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

const cores = cpus();
const load = loadavg().map((value) => value.toFixed(1));
console.log(new Date().toISOString());
console.log(`${cores[0]?.model.trim() ?? 'unknown processor'}, ${cores.length} cores, load ${load.join(' ')}`);
console.log(`${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`);
if (loadavg()[0]! > 1)
  console.log('WARNING: other programs are running. Times come out too long, and ratios unsteady.');
for (const name of names) print(await benches[name]!());

function print({ name, setting, figures, ratios }: BenchResult): void {
  console.log(`\n${name}\n  ${setting}`);
  for (const { label, value, unit } of figures) console.log(`  ${label.padEnd(52)} ${show(value)} ${unit}`);
  for (const { label, value, aim } of ratios) {
    const verdict = aim === null ? '' : value >= aim ? `(aim ${aim}: met)` : `(aim ${aim}: MISSED)`;
    console.log(`  ${label.padEnd(52)} ${show(value)} × ${verdict}`);
  }
}

function show(value: number): string {
  return (value < 100 ? value.toFixed(2) : value.toFixed(0)).padStart(9);
}
