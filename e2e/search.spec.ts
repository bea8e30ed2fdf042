import { writeFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, theEvent } from './support/winnow.ts';

// The scripted model stands in for answers; the search needs none, and none is loaded for it.
test.use({ address: 'model=scripted' });

const box = (page: Page) => page.getByRole('textbox', { name: 'Search your documents' });
const results = (page: Page) => page.getByRole('list', { name: 'Passages found' }).getByRole('button');

test('words are found as they are typed, without a question and without a model', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html');
  for (const typed of ['depo', 'deposit', 'deposit sav']) {
    await box(page).fill(typed);
    const first = results(page).first();
    await expect(first).toContainText('tenancy-agreement.md');
    await expect(first).toContainText('2. Rent and deposit');
    await expect(
      first
        .locator('mark')
        .filter({ hasText: /deposit/i })
        .first(),
    ).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Model not loaded' })).toBeVisible();
  await results(page).first().click();
  const evidence = page.getByRole('complementary', { name: 'Evidence' });
  await expect(evidence.getByRole('heading', { name: 'tenancy-agreement.md' })).toBeVisible();
  await expect(evidence.locator('mark', { hasText: 'savings' })).toBeInViewport();
});

test('by keyboard alone: to the box, through what is found, into the document, and back', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html');
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.focus();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('landlord');
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(results(page).nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('.column-evidence mark').first()).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await expect(question).toBeFocused();
  await expect(page.getByRole('button', { name: 'Remove tenancy-agreement.md', exact: true })).toBeVisible();
});

test('nothing found says how much was looked through; signs alone say that they are no words', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md');
  await box(page).fill('xylophone');
  await expect(page.locator('.search-words')).toHaveText(/^Nothing found in \d+ passages\.$/);
  // Said to those who do not see it, once the typing rests.
  await expect(page.locator('.visually-hidden[aria-live="polite"]')).toContainText('Nothing found in');
  await box(page).fill('?!');
  await expect(page.locator('.search-words')).toHaveText('There is no letter or digit to search for.');
});

test('a filter holds for the search and for the question, is seen beside it, and is gone with one click', async ({
  winnow,
}) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html', 'bicycle-rules.md');
  await page.getByRole('button', { name: 'Filter documents' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Search and ask only in' });
  await panel.getByRole('checkbox', { name: /^Web page/ }).check();
  await expect(panel.getByText('1 of 3 documents')).toBeVisible();
  await page.keyboard.press('Escape');
  const note = page.locator('.filter-note');
  await expect(note).toContainText('Only Web page: 1 of 3 documents');

  await box(page).fill('deposit');
  await expect(page.locator('.search-words')).toHaveText(
    /^Nothing found in \d+ passages that the filter lets through\.$/,
  );
  await box(page).fill('filter');
  await expect(results(page).first()).toContainText('heat-pump-guide.html');
  await box(page).press('Escape');

  // "clean" is in two of the three documents.
  const trace = await winnow.ask('How often must the filter be cleaned?');
  expect(theEvent(trace, 'started')['filter']).toMatchObject({ mediaTypes: ['text/html'] });
  const { pool } = theEvent(trace, 'candidates') as unknown as {
    pool: { candidates: { documentName: string }[]; within: { documentCount: number } };
  };
  expect(pool.within.documentCount).toBe(1);
  expect(new Set(pool.candidates.map(({ documentName }) => documentName))).toEqual(new Set(['heat-pump-guide.html']));
  await expect(page.locator('.receipt')).toContainText('Only Web page');

  await note.getByRole('button', { name: 'Clear filter' }).click();
  await expect(note).toHaveCount(0);
  await box(page).fill('deposit');
  await expect(results(page).first()).toContainText('tenancy-agreement.md');
});

test('single documents are chosen in the list; one that is removed leaves the filter', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md', 'bicycle-rules.md');
  const choose = page.getByRole('button', { name: 'Search and ask only in bicycle-rules.md' });
  await choose.click();
  await expect(choose).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.filter-note')).toContainText('Only bicycle-rules.md: 1 of 2 documents');
  await page.getByRole('button', { name: 'Remove bicycle-rules.md', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.locator('.filter-note')).toHaveCount(0);
});

test('no accessibility faults, and no width of 320 pixels exceeded, with results and the filter open', async ({
  winnow,
}) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html');
  await page.getByRole('button', { name: 'Search and ask only in tenancy-agreement.md' }).click();
  await box(page).fill('deposit');
  await results(page).first().click();
  const look = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
  };
  expect(await look()).toEqual([]);
  await page
    .getByRole('button', { name: /^Filter documents/ })
    .first()
    .click();
  expect(await look()).toEqual([]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 320, height: 640 });
  for (const column of ['Library', 'Ask', 'Evidence']) {
    await page.getByRole('navigation', { name: 'Columns' }).getByRole('button', { name: column }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(box(page)).toBeVisible();
});

test('typing stays smooth over a large document: no key is lost, the last one wins', async ({ winnow }, testInfo) => {
  const { page } = winnow;
  const path = testInfo.outputPath('large.txt');
  const lines = Array.from(
    { length: 20_000 },
    (_, line) =>
      `Report ${line} of the harbour office lists crane ${line % 977} and barge ${line % 389}, with remarks.`,
  );
  writeFileSync(path, lines.join('\n\n'));
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(page.getByRole('button', { name: 'Remove large.txt', exact: true })).toBeVisible({ timeout: 300_000 });
  await box(page).focus();
  await page.keyboard.type('harbour crane 976', { delay: 20 });
  await expect(box(page)).toHaveValue('harbour crane 976');
  await expect(results(page).first().locator('mark', { hasText: '976' }).first()).toBeVisible();
});
