import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(import.meta.dirname, 'fixtures');

/** Output of a tool over a fixture folder that must fail it. */
function failingOutput(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: join(fixtures, folder),
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  return stdout + stderr;
}

describe('import zones', () => {
  const output = failingOutput('zones', 'depcruise', ['--config', join(root, '.dependency-cruiser.cjs'), 'src']);
  it.each([
    ['the domain importing a stage, type only', 'domain-imports-nothing', 'upward.ts'],
    ['a stage importing another stage, type only', 'stage-synthesis', 'sideways.ts'],
    ['a cycle of two files', 'no-cycle', 'first.ts'],
    ['the interface reaching an engine', 'engines-are-reached-from-workers-only', 'reaches-engine.ts'],
  ])('%s is refused', (_, rule, file) => {
    expect(output).toMatch(new RegExp(`${rule}.*${file}`));
  });

  it('the domain imported by a stage is not', () => {
    expect(output).not.toMatch(/ src\/core\/query\/selection\/pick\.ts →/);
  });
});

describe('lint doors', () => {
  const output = failingOutput('lint', 'biome', [
    'lint',
    `--config-path=${join(fixtures, 'lint/biome.json')}`,
    '--max-diagnostics=50',
    'src',
  ]);
  it.each([
    ['a raw fetch', 'The one network door'],
    ['a clock in the core', 'The core has no clock'],
    ['the type any', 'noExplicitAny'],
  ])('%s is refused', (_, message) => {
    expect(output).toContain(message);
  });
});
