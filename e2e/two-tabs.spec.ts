import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { documentNames, removeButton, removeDocument } from './support/library-list.ts';
import { expect, test } from './support/winnow.ts';

// The scripted model stands in for answers; none is asked for here.
test.use({ address: 'model=scripted' });

const fileInput = (page: Page) => page.locator('input[type=file]').first();
const text = (name: string, body: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(body) });

/** Counts, from the first document on, the moments at which the list of this page held none. */
async function watchForEmptyList(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let hasBegun = false;
    let emptyCount = 0;
    const look = (): void => {
      const count = document.querySelectorAll('.documents > li').length;
      if (count > 0) hasBegun = true;
      else if (hasBegun) emptyCount++;
      document.documentElement.dataset['emptyCount'] = String(emptyCount);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  return async () => Number(await page.evaluate(() => document.documentElement.dataset['emptyCount'] ?? '0'));
}

test('what one tab adds and removes the other shows and finds, without a reload and never empty', async ({
  winnow,
}) => {
  const writer = winnow.page;
  const reader = await writer.context().newPage();
  await reader.goto(writer.url());
  const emptyCount = await watchForEmptyList(reader);

  await winnow.add('heat-pump-guide.html');
  await expect(removeButton(reader, 'heat-pump-guide.html')).toBeVisible();
  await winnow.add('bicycle-rules.md');
  await expect(removeButton(reader, 'bicycle-rules.md')).toBeVisible();
  const box = reader.getByRole('textbox', { name: 'Search your documents' });
  const found = reader.getByRole('list', { name: 'Passages found' }).getByRole('button');
  await box.fill('bicycle');
  await expect(found.first()).toContainText('bicycle-rules.md');

  // The results, which stand open in the other tab, follow too.
  await removeDocument(writer, 'bicycle-rules.md');
  await expect(found.filter({ hasText: 'bicycle-rules.md' })).toHaveCount(0);
  await box.press('Escape');
  await expect(removeButton(reader, 'bicycle-rules.md')).toHaveCount(0);
  await expect(removeButton(reader, 'heat-pump-guide.html')).toBeVisible();
  expect(await emptyCount()).toBe(0);
});

test('two tabs that add and remove at the same time lose nothing of each other', async ({ winnow }) => {
  const one = winnow.page;
  const two = await one.context().newPage();
  await two.goto(one.url());
  const numbers = [1, 2, 3, 4, 5];
  const filesOf = (tab: string) =>
    numbers.map((number) => text(`${tab}-${number}.txt`, `Crane ${number} of the ${tab} quay.`));
  const added = ['east', 'west'].flatMap((tab) => numbers.map((number) => `${tab}-${number}.txt`));
  await Promise.all([fileInput(one).setInputFiles(filesOf('east')), fileInput(two).setInputFiles(filesOf('west'))]);
  for (const tab of [one, two]) await expect.poll(() => documentNames(tab)).toEqual(added);

  await Promise.all([removeDocument(one, 'west-3.txt'), removeDocument(two, 'east-3.txt')]);
  const left = added.filter((name) => !name.includes('-3.'));
  for (const tab of [one, two]) await expect.poll(() => documentNames(tab)).toEqual(left);
  await one.reload();
  await expect.poll(() => documentNames(one)).toEqual(left);
});

test('a tab that is closed while it adds and prepares leaves the rest to the other', async ({ winnow }, testInfo) => {
  const reader = winnow.page;
  const writer = await reader.context().newPage();
  await writer.goto(reader.url());
  const sections = Array.from(
    { length: 40 },
    (_, n) => `Crane ${n} lifts the barge. ${'It turns slowly. '.repeat(25)}`,
  );
  await fileInput(writer).setInputFiles(text('cranes.txt', sections.join('\n\n')));
  await expect(removeButton(reader, 'cranes.txt')).toBeVisible();

  const path = testInfo.outputPath('large.txt');
  const lines = Array.from({ length: 20_000 }, (_, line) => `Report ${line} lists crane ${line % 977}, with remarks.`);
  writeFileSync(path, lines.join('\n\n'));
  await fileInput(writer).setInputFiles(path);
  await expect(writer.getByRole('progressbar', { name: 'Adding large.txt' })).toBeVisible();
  // Vectors are still missing: else there is nothing left to take over.
  await expect(reader.getByRole('progressbar', { name: 'Embedding passages' })).toBeVisible();
  await writer.close();

  // The other tab computes the vectors, and nothing that the closed one held is in its way.
  await expect(reader.getByRole('progressbar', { name: 'Embedding passages' })).toHaveCount(0, { timeout: 120_000 });
  await expect(removeButton(reader, 'large.txt')).toHaveCount(0);
  await winnow.add('bicycle-rules.md');
  await reader.reload();
  await expect.poll(() => documentNames(reader)).toEqual(['bicycle-rules.md', 'cranes.txt']);
});
