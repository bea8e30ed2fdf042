import { existsSync } from 'node:fs';

/** Flags for Debian's Chromium: software WebGPU, and no background traffic of the browser's own. */
export const chromiumFlags = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of an installed Chromium. `CHROMIUM_PATH` comes first. @throws Error saying how to install it */
export function chromiumPath(): string {
  const chosen = process.env['CHROMIUM_PATH'];
  const found = [...(chosen ? [chosen] : []), ...candidates].find((path) => existsSync(path));
  if (!found) throw new Error('No Chromium found. On Debian: apt-get install chromium. Elsewhere set CHROMIUM_PATH.');
  return found;
}
