import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../../scripts/chromium.ts';

export type KillableBrowser = {
  readonly page: Page;
  /** Ends the browser's processes at once, as a crash does: nothing is flushed, no handler runs. */
  readonly kill: () => Promise<void>;
};

/** A browser of its own on a profile that outlives it, so that what it had stored can be looked at afterwards. */
export async function startKillableBrowser(profileFolder: string): Promise<KillableBrowser> {
  const portFile = join(profileFolder, 'DevToolsActivePort');
  // Those of the browser that was killed.
  for (const name of ['DevToolsActivePort', 'SingletonLock', 'SingletonSocket', 'SingletonCookie']) {
    rmSync(join(profileFolder, name), { force: true });
  }
  // Wide enough for all columns, as in the other specs.
  const flags = [...chromiumFlags, '--window-size=1440,900', '--remote-debugging-port=0'];
  // A group of its own: the kill has to reach the renderers and the storage process, too.
  const child = spawn(chromiumPath(), [...flags, `--user-data-dir=${profileFolder}`, 'about:blank'], {
    detached: true,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portOf(portFile, child)}`);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.newPage());
  if (page === undefined || child.pid === undefined) throw new Error('Chromium opened no page.');
  const { pid } = child;
  return {
    page,
    kill: async () => {
      process.kill(-pid, 'SIGKILL');
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

/** Chromium writes the port it has chosen into its profile. */
async function portOf(file: string, child: ChildProcess): Promise<number> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
    const [line = ''] = readIfThere(file).split('\n');
    if (line !== '') return Number(line);
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode} before it listened.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Chromium did not listen within a minute.');
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
