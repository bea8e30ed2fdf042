// `npm start`: sets up what is missing, builds when a source is newer than the build, serves the app.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensurePackages, run } from './setup.mjs';

const root = resolve(import.meta.dirname, '..');
const sources = ['src', 'workers', 'public', 'models', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Latest change under a path, in milliseconds since 1970. */
function newestMs(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'recipe' && name !== '__pycache__');
  return Math.max(0, ...names.map((name) => newestMs(join(path, name))));
}

ensurePackages();
const built = join(root, 'dist/index.html');
const isFresh = existsSync(built) && sources.every((name) => newestMs(join(root, name)) <= statSync(built).mtimeMs);
if (!isFresh) {
  console.log('Building the app …');
  run('npx', ['vite', 'build']);
}
run('npx', ['vite', 'preview', ...process.argv.slice(2)]);
