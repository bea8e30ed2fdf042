/** Rules about source text that no tool of ours knows: size, casts without a reason, foreign hosts, loose ends. */
export type SourceFile = { readonly path: string; readonly text: string };
export type Finding = { readonly path: string; readonly line: number; readonly rule: string; readonly message: string };

const MAX_LINES = 400;

// Built from pieces so that this file does not trip over itself.
const looseEnd = new RegExp(
  `\\b(${['TO', 'FIX'].map((head) => `${head}${head === 'TO' ? 'DO' : 'ME'}`).join('|')}|XXX)\\b`,
);
// Types of ours begin with a capital; of lower-case words only these are types, the rest is prose.
const castPattern =
  /\bas (?:[A-Z{([]|(?:any|bigint|boolean|keyof|never|null|number|object|readonly|string|symbol|typeof|undefined|unknown)\b)/;
const importOrExport = /^\s*(import|export)\b|^\s*\w+ as \w+,?$/;
const skippedTest = /\b(it|test|describe)\.(skip|only)\(/;
const suppressed = /@ts-(ignore|expect-error|nocheck)/;

/** Every breach in one file, by line (1-based). */
export function findBreaches(file: SourceFile): readonly Finding[] {
  const lines = file.text.split('\n');
  const findings: Finding[] = [];
  const report = (index: number, rule: string, message: string) =>
    findings.push({ path: file.path, line: index + 1, rule, message });
  const isCode = /\.(ts|tsx|mjs)$/.test(file.path);
  const isTest = /\.test\.tsx?$|^e2e\//.test(file.path);

  if (isCode && lines.length > MAX_LINES)
    report(0, 'size', `${lines.length} lines; the cap is ${MAX_LINES}: split it.`);
  lines.forEach((line, index) => {
    if (looseEnd.test(line)) report(index, 'loose-end', 'Finish it or write it down in docs/.');
    if (suppressed.test(line)) report(index, 'suppressed', 'Fix the type instead of silencing it.');
    if (skippedTest.test(line)) report(index, 'skipped-test', 'A test that does not run is not a test.');
    if (isCode && !isTest && !importOrExport.test(line) && hasCast(line) && !hasReason(lines, index)) {
      report(index, 'cast', 'A cast needs a SAFETY: comment on its line or just above.');
    }
  });
  return findings;
}

function hasCast(line: string): boolean {
  const code = line.replace(/\/\/.*$|^\s*\*.*$|^\s*\/\*.*$/, '').replace(/'[^']*'|`[^`]*`|"[^"]*"/g, "''");
  return castPattern.test(code) && !/\bas ['"`]/.test(code);
}

function hasReason(lines: readonly string[], index: number): boolean {
  return lines.slice(Math.max(0, index - 3), index + 1).some((line) => line.includes('SAFETY:'));
}
