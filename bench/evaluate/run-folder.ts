// A run on disk: `run.json` says what was run and on what, `records.jsonl` holds one line for each sample. A run that was
// interrupted goes on where it stopped.
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whatever shapes the numbers. A run goes on only with the same settings. */
export type RunSettings = Readonly<Record<string, string | number | boolean | null>>;

/** Where and when a part of the run was made. */
export type RunStart = {
  readonly startedAt: string;
  readonly machine: string;
  readonly node: string;
  /** Git revision of the code; `+` behind it: with uncommitted changes. */
  readonly revision: string;
};

export type RunInfo = { readonly settings: RunSettings; readonly starts: readonly RunStart[] };

export type OpenRun<Result extends { readonly id: string }> = {
  /** What earlier starts left. */
  readonly done: ReadonlyMap<string, Result>;
  readonly append: (result: Result) => void;
};

const infoName = 'run.json';
const recordsName = 'records.jsonl';

/** @throws Error when the folder holds a run with other settings */
export function openRun<Result extends { readonly id: string }>(
  folder: string,
  settings: RunSettings,
  start: RunStart,
): OpenRun<Result> {
  mkdirSync(folder, { recursive: true });
  const infoPath = join(folder, infoName);
  const recordsPath = join(folder, recordsName);
  const earlier = existsSync(infoPath) ? readRunInfo(folder) : { settings, starts: [] };
  assertSame(folder, earlier.settings, settings);
  writeFileSync(infoPath, `${JSON.stringify({ settings, starts: [...earlier.starts, start] }, null, 2)}\n`);
  cutBrokenLine(recordsPath);
  return {
    done: new Map(readRecords<Result>(folder).map((result) => [result.id, result])),
    append: (result) => appendFileSync(recordsPath, `${JSON.stringify(result)}\n`),
  };
}

/** @throws Error when the folder holds no run */
export function readRunInfo(folder: string): RunInfo {
  const path = join(folder, infoName);
  if (!existsSync(path)) throw new Error(`${folder} holds no run: there is no ${infoName}`);
  // SAFETY: `openRun` wrote this file.
  return JSON.parse(readFileSync(path, 'utf8')) as RunInfo;
}

/** @throws Error naming the line that is no record */
export function readRecords<Result>(folder: string): readonly Result[] {
  const path = join(folder, recordsName);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // Behind the last line break stands nothing, or a line that is being written.
  return lines.slice(0, -1).map((line, index) => {
    try {
      // SAFETY: `append` wrote the line.
      return JSON.parse(line) as Result;
    } catch {
      throw new Error(`${path}: line ${index + 1} is no record; take it out to have its sample done again`);
    }
  });
}

/** Takes out a last line without its line break: the run ended while it was being written. */
function cutBrokenLine(path: string): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  truncateSync(path, bytes.lastIndexOf(0x0a) + 1);
}

function assertSame(folder: string, before: RunSettings, now: RunSettings): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => before[name] !== now[name],
  );
  if (names.length === 0) return;
  const told = names.map((name) => `${name} was ${JSON.stringify(before[name])}, is ${JSON.stringify(now[name])}`);
  throw new Error(`${folder} holds another run: ${told.join('; ')}. Give another --out, or delete the folder.`);
}
