import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import type { RunStart } from './run-folder.ts';

/** Where and when this process runs, and which code. */
export function describeStart(): RunStart {
  const cores = cpus();
  const changed = git('status', '--porcelain', '--untracked-files=no');
  return {
    startedAt: new Date().toISOString(),
    machine: `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}`,
    node: process.version,
    revision: `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed === '' ? '' : '+'}`,
  };
}

function git(...words: readonly string[]): string {
  const { stdout } = spawnSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' });
  return stdout?.trim() ?? '';
}
