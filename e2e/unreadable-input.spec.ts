import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsFolder, expect, test } from './support/winnow.ts';

const faults: readonly (readonly [file: string, message: RegExp])[] = [
  ['empty.txt', /empty/i],
  ['photo-named.pdf', /This file is a picture, and holds no text by itself/],
  ['encrypted.pdf', /password/i],
  ['scanned.pdf', /This file holds no text\. It is probably a scan/],
  ['damaged.pdf', /cannot be read/i],
];

for (const [file, message] of faults) {
  test(`${file} is refused with a reason, and nothing of it stays`, async ({ winnow }) => {
    const { page } = winnow;
    await winnow.add('tenancy-agreement.md');
    await page.locator('input[type=file]').first().setInputFiles(join(documentsFolder, file));
    await expect(page.getByText(message).first()).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Remove tenancy-agreement.md', exact: true })).toBeVisible();
  });
}

test('a text file of 20 MB goes in while the page stays usable, or is refused with a reason', async ({
  winnow,
}, testInfo) => {
  const { page } = winnow;
  const path = testInfo.outputPath('large.txt');
  const sentence = 'The quarterly report number 12345 of the harbour office lists every crane and every barge.\n\n';
  writeFileSync(path, sentence.repeat(Math.ceil(20_000_000 / sentence.length)));
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(page.getByRole('button', { name: /Cancel|Stop/ }).first()).toBeVisible();
  await page
    .getByRole('button', { name: /Cancel|Stop/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Remove large.txt', exact: true })).toHaveCount(0);
  await winnow.add('tenancy-agreement.md');
});

test('an empty question and one of 5,000 words are refused with a reason and stay in the box', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md');
  const box = page.getByRole('textbox', { name: 'Your question' });
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Type a question first.')).toBeVisible();
  const long = 'deposit '.repeat(5000);
  await box.fill(long);
  await box.press('Enter');
  await expect(page.getByText('This question is too long for the model.')).toBeVisible();
  await expect(box).toHaveValue(long);
});
