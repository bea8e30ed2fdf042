import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { documentNames, embedded } from './support/library-list.ts';
import { expect, test } from './support/winnow.ts';

test.use({ address: 'model=scripted' });

/** As in browsers without a dialog for a place to save to; the system's own dialog cannot be driven by a test. */
const withoutSaveDialog = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));

async function exportLibrary(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export library' }).click();
  const path = await (await download).path();
  await expect(page.locator('.transfer')).toContainText('Exported: ');
  return path;
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

test('an exported library, imported into a fresh profile, finds, shows and remembers the same', async ({
  winnow,
  browser,
}) => {
  const { page } = winnow;
  await withoutSaveDialog(page);
  await page.reload();
  const names = ['bicycle-rules.md', 'heat-pump-guide.html'];
  await winnow.add(...names);
  await embedded(page);
  const question = 'Where do the bicycles stand?';
  await winnow.ask(question);
  const path = await exportLibrary(page);
  await expect(page.locator('.transfer')).toContainText('Exported: 2 documents and 1 question.');

  const context = await browser.newContext();
  const fresh = await context.newPage();
  await withoutSaveDialog(fresh);
  await fresh.goto(page.url());
  await expect(fresh.getByRole('heading', { name: 'Ask your own documents' })).toBeVisible();
  // Dropped or added like any file: the app sees that it is a library.
  await fresh.locator('input[type=file]').first().setInputFiles(path);
  await expect(fresh.locator('.transfer')).toContainText('2 documents added.');
  await expect.poll(() => documentNames(fresh)).toEqual(names);
  // Vectors came with the file: none is computed again.
  await embedded(fresh);

  const box = fresh.getByRole('textbox', { name: 'Search your documents' });
  const found = fresh.getByRole('list', { name: 'Passages found' }).getByRole('button');
  for (const [word, name] of [
    ['filter', 'heat-pump-guide.html'],
    ['bicycle', 'bicycle-rules.md'],
  ] as const) {
    await box.fill(word);
    await expect(found.filter({ hasText: name }).first()).toBeVisible();
  }
  await found.first().click();
  await expect(fresh.getByRole('complementary', { name: 'Evidence' }).locator('mark').first()).toBeInViewport();
  await box.press('Escape');
  await expect(fresh.getByText(question).first()).toBeVisible();

  // The same library gives the same bytes, wherever it is.
  expect(hashOf(await exportLibrary(fresh))).toBe(hashOf(path));
  await context.close();
});
