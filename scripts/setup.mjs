// Sets up what is missing on a machine that has Node alone, and says what it does. A second run does nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const stampFile = join(root, 'node_modules/.winnow-lock-hash');

/** Runs a command with its output shown. @throws Error naming the command and its exit status */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw new Error(`${command} could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`"${[command, ...args].join(' ')}" ended with status ${status}.`);
}

function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Winnow needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
}

/** Installs the packages of the lock file unless exactly these are there already. */
export function ensurePackages() {
  assertNodeVersion();
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash) return;
  console.log('Installing packages (about 800 MB on disk; a minute or two, once) …');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  writeFileSync(stampFile, lockHash);
}

/** Installs Debian's Chromium, which the browser tests drive, unless there is one. */
export function ensureChromium() {
  const known = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  if (known.some((path) => path && existsSync(path))) return;
  const what = 'Chromium for the browser tests (about 300 MB, once)';
  installFromDebian('chromium', what, 'Install it and set CHROMIUM_PATH to its executable.');
}

/** Installs Debian's Python, in which docs/read_library.py is written, unless there is one. */
export function ensurePython() {
  if (spawnSync('python3', ['--version']).status === 0) return;
  installFromDebian(
    'python3',
    'Python for the test of docs/read_library.py (about 30 MB, once)',
    'Install it as `python3`.',
  );
}

function installFromDebian(name, what, elsewhere) {
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`The tests need ${what}. ${elsewhere}`);
  console.log(`Installing ${what} …`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', name);
}
