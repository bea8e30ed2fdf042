import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Most JavaScript that the page may load before anything is asked of it, gzipped. */
const BUDGET_BYTES = 200_000;
const dist = resolve(import.meta.dirname, '../dist');

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const entries = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1] ?? '');
if (entries.length === 0) throw new Error('dist/index.html names no script: run the build first.');

// Follows static imports only: what a dynamic import() or a worker loads comes later.
const seen = new Set<string>();
const visit = (path: string): void => {
  if (seen.has(path)) return;
  seen.add(path);
  const text = readFileSync(join(dist, path), 'utf8');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const match of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) visit(folder + match[1]);
};
entries.forEach(visit);

const total = [...seen].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length, 0);
for (const path of seen) console.log(`${gzipSync(readFileSync(join(dist, path)), { level: 9 }).length} bytes  ${path}`);
console.log(`First JavaScript: ${total} of ${BUDGET_BYTES} bytes gzipped.`);
process.exit(total <= BUDGET_BYTES ? 0 : 1);
