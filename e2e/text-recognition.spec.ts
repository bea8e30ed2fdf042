import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { documentsFolder, expect, test } from './support/winnow.ts';

// The scripted model stands in for answers; nothing here needs one.
test.use({ address: 'model=scripted' });

/** Four scanned pages, nothing but pictures. */
const scan = 'scanned-ferry.pdf';

const box = (page: Page) => page.getByRole('textbox', { name: 'Search your documents' });
const results = (page: Page) => page.getByRole('list', { name: 'Passages found' }).getByRole('button');

async function refuse(page: Page, path: string): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(page.getByText('This file holds no text. It is probably a scan')).toBeVisible({ timeout: 60_000 });
}

/** Asks for the text in the pictures of `what`, and answers the question for the language. */
async function read(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: `Read the text in the pictures: ${what}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Language of the text').selectOption('English');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
}

test('a scanned PDF is read page by page when that is asked for, is found by a search, and stays', async ({
  winnow,
}) => {
  const { page } = winnow;
  await refuse(page, join(documentsFolder, scan));
  await read(page, `“${scan}”`);
  await expect(page.getByText(/^Reading the pictures: page [1-4] of 4$/)).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${scan}`, exact: true })).toBeVisible({ timeout: 180_000 });
  await expect(page.getByText('4 of 4 pages were read from pictures: letters may be wrong')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(1);

  await box(page).fill('bronze bell');
  const first = results(page).first();
  await expect(first).toContainText('bronze bell every ninety seconds');
  await expect(first).toContainText('page 3');
  await first.click();
  const evidence = page.getByRole('complementary', { name: 'Evidence' });
  await expect(evidence.getByRole('heading', { name: scan })).toContainText('page 3');
  await expect(evidence).toContainText('Two strokes mean that the ferry turns to port');

  await page.reload();
  await expect(page.getByRole('button', { name: `Remove ${scan}`, exact: true })).toBeVisible();
  await box(page).fill('green lantern');
  await expect(first).toContainText('harbour master raises the green lantern');
  await expect(first).toContainText('page 1');
});

test('cancelled in the middle, nothing of the scan stays, the page is usable, and it can be read again', async ({
  winnow,
}) => {
  const { page } = winnow;
  await refuse(page, join(documentsFolder, scan));
  await read(page, `“${scan}”`);
  await expect(page.getByText('Reading the pictures: page 2 of 4')).toBeVisible({ timeout: 120_000 });
  // Others go in meanwhile.
  await winnow.add('tenancy-agreement.md');
  await page.getByRole('button', { name: `Cancel ${scan}`, exact: true }).click();
  await expect(page.getByText('Cancelled. Nothing was kept of it.')).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Read the text in the pictures: “${scan}”`, exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await box(page).fill('lantern');
  await expect(page.getByText(/^Nothing found in \d+ passages\.$/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove tenancy-agreement.md', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
});

test('the pictures of a PDF that has text on other pages are read into their places', async ({ winnow }) => {
  const { page } = winnow;
  const name = 'partly-scanned.pdf';
  await winnow.add(name);
  await expect(page.getByText('1 of 2 pages has no text (2)')).toBeVisible();
  await read(page, `the pictures of “${name}”`);
  await expect(page.getByText('1 of 2 pages was read from its picture: letters may be wrong (2)')).toBeVisible({
    timeout: 180_000,
  });
  await expect(page.getByText('1 of 2 pages has no text (2)')).toHaveCount(0);
  await box(page).fill('umbrellas');
  await expect(results(page).first()).toContainText('Umbrellas, hats and gloves');
  await expect(results(page).first()).toContainText('page 2');
  await box(page).fill('timetable');
  await expect(results(page).first()).toContainText('The timetable of the ferry hangs at both quays');
  await expect(results(page).first()).toContainText('page 1');
});
