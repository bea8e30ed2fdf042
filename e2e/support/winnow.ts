import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

export const documentsFolder = join(import.meta.dirname, '../fixtures/documents');

/** The parts of a saved trace that the specs look at; the whole is written down in the project's domain. */
export type Trace = { readonly events: readonly TraceEvent[] };
export type TraceEvent = { readonly type: string; readonly [key: string]: unknown };

export type Winnow = {
  readonly page: Page;
  /** Adds files of the fixtures folder and waits until each is in the library. */
  readonly add: (...names: readonly string[]) => Promise<void>;
  /** Asks and waits for the end, whatever it is. Returns the exported trace. */
  readonly ask: (question: string, timeoutMs?: number) => Promise<Trace>;
  /** Requests that went, or tried to go, anywhere but to the app's own origin. */
  readonly foreignRequests: readonly string[];
};

/** The page from a fresh profile, with every way out of this machine cut; a foreign request fails the test. */
export const test = base.extend<{ winnow: Winnow; address: string }>({
  address: ['', { option: true }],
  winnow: async ({ page, baseURL, address }, use) => {
    const own = new URL(baseURL ?? '').origin;
    const foreignRequests: string[] = [];
    await page.context().route('**/*', async (route) => {
      const url = route.request().url();
      if (url.startsWith(own) || url.startsWith('blob:') || url.startsWith('data:')) return route.fallback();
      foreignRequests.push(url);
      return route.abort();
    });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await page.goto(address === '' ? '/' : `/?${address}`);
    await use({ page, foreignRequests, add: (...names) => add(page, names), ask: (...call) => ask(page, ...call) });
    expect(foreignRequests).toEqual([]);
    expect(violations).toEqual([]);
  },
});

export { expect };

async function add(page: Page, names: readonly string[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(names.map((name) => join(documentsFolder, name)));
  for (const name of names) {
    await expect(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeVisible({
      timeout: 120_000,
    });
  }
}

async function ask(page: Page, question: string, timeoutMs = 10 * 60_000): Promise<Trace> {
  const box = page.getByRole('textbox', { name: 'Your question' });
  await box.fill(question);
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: question })).toBeVisible({ timeout: timeoutMs });
  await page.locator('summary', { hasText: 'Receipt' }).click({ timeout: timeoutMs });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export trace' }).click();
  return JSON.parse(readFileSync(await (await download).path(), 'utf8'));
}

/** The only event of a type. @throws Error when there is none or more than one */
export function theEvent(trace: Trace, type: string): TraceEvent {
  const found = trace.events.filter((event) => event.type === type);
  const [event] = found;
  if (event === undefined || found.length > 1) throw new Error(`${found.length} events of type "${type}"`);
  return event;
}
