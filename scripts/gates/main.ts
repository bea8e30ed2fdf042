import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBreaches } from './source-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const roots = ['src', 'workers', 'e2e', 'bench', 'scripts'];

const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...roots], {
  cwd: root,
  encoding: 'utf8',
});
if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`);

const findings = listed.stdout
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.startsWith('scripts/gates/') && existsSync(join(root, path)))
  .flatMap((path) => findBreaches({ path, text: readFileSync(join(root, path), 'utf8') }));

for (const { path, line, rule, message } of findings) console.error(`${path}:${line} [${rule}] ${message}`);
console.log(`${findings.length} breaches of the source rules.`);
process.exit(findings.length === 0 ? 0 : 1);
