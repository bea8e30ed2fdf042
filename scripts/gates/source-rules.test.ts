import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches } from './source-rules.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures/source', `${name}.txt`), 'utf8');
const rulesOf = (text: string, path = 'src/a.ts') => findBreaches({ path, text }).map((finding) => finding.rule);

describe('source rules', () => {
  it.each([
    ['cast', 'cast'],
    ['loose-end', 'loose-end'],
    ['suppressed', 'suppressed'],
    ['skipped-test', 'skipped-test'],
  ])('the fixture %s breaks the rule %s', (name, rule) => {
    expect(rulesOf(fixture(name))).toContain(rule);
  });

  it('finds a file over the cap', () => {
    expect(rulesOf('const a = 1;\n'.repeat(401))).toContain('size');
    expect(rulesOf('const a = 1;\n'.repeat(399))).not.toContain('size');
  });

  it.each(['unknown', 'string[]', 'readonly number[]', '{ a: number }', '(a: number) => void', '[a: Thing]'])(
    'finds a cast to %s',
    (type) => {
      expect(rulesOf(`const a = b as ${type};`)).toEqual(['cast']);
    },
  );

  it('takes prose of a page for no cast', () => {
    expect(rulesOf('        The passage is shown as it was, the same as none.', 'src/a.tsx')).toEqual([]);
  });

  it('lets a cast with a reason, an import alias and a const assertion pass', () => {
    expect(rulesOf('// SAFETY: the worker sends nothing else.\nconst a = b as Thing;')).toEqual([]);
    expect(rulesOf("import { a as b } from './c.ts';\nconst d = [1] as const;")).toEqual([]);
  });
});
