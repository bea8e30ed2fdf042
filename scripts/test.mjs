// `npm test`: sets up what is missing, then runs every check and every test, and counts them.
// `npm test -- --only unit,e2e` runs some of the steps.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ensureChromium, ensurePackages, ensurePython } from './setup.mjs';

const root = resolve(import.meta.dirname, '..');

/** In order of cost: a quick failure comes first. */
const steps = [
  { name: 'format-and-lint', command: ['npx', 'biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['node', 'scripts/types.mjs'] },
  {
    name: 'import-zones',
    command: ['npx', 'depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'workers', 'bench', 'e2e'],
  },
  { name: 'gates', command: ['npx', 'tsx', 'scripts/gates/main.ts'] },
  { name: 'dead-code', command: ['npx', 'knip'] },
  { name: 'unit', command: ['npx', 'vitest', 'run', '--project', 'unit'] },
  { name: 'build', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] },
  { name: 'first-load-budget', command: ['npx', 'tsx', 'scripts/first-load-budget.ts'] },
  { name: 'browser', command: ['npx', 'vitest', 'run', '--project', 'browser'] },
  { name: 'e2e', command: ['npx', 'playwright', 'test'] },
];

const onlyAt = process.argv.indexOf('--only');
const only = onlyAt < 0 ? null : (process.argv[onlyAt + 1] ?? '').split(',');
const unknown = (only ?? []).filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No step "${unknown.join(', ')}". Steps: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}

ensurePackages();
ensureChromium();
ensurePython();

const failed = [];
const chosen = steps.filter((step) => only === null || only.includes(step.name));
for (const { name, command } of chosen) {
  console.log(`\n── ${name}: ${command.join(' ')}`);
  const startMs = Date.now();
  const { status } = spawnSync(command[0], command.slice(1), { cwd: root, stdio: 'inherit' });
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startMs) / 1000)} s`);
  if (status !== 0) failed.push(name);
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
