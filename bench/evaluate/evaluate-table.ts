import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareRuns } from './compare-runs.ts';

/** `table RUN…`: one row for each run that was made. */
export async function evaluateTable(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { out: { type: 'string' } },
    allowPositionals: true,
  });
  const compared = compareRuns(positionals);
  console.log(`\n${compared.text}`);
  if (values.out === undefined) return;
  writeFileSync(join(values.out, 'compared.md'), compared.markdown);
  writeFileSync(join(values.out, 'compared.json'), compared.json);
}
