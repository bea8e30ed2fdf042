import { join } from 'node:path';
import { documentsFolder, expect, test } from './support/winnow.ts';

const locked = join(documentsFolder, 'encrypted.pdf');

test('a locked PDF is opened by its password, told when that is wrong, and the password stays nowhere', async ({
  winnow,
}, testInfo) => {
  const { page } = winnow;
  await page.locator('input[type=file]').first().setInputFiles(locked);
  await page.getByRole('button', { name: 'Enter the password of encrypted.pdf' }).click();
  const field = page.getByLabel('Password of encrypted.pdf', { exact: true });
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeDisabled();
  await page.screenshot({ path: testInfo.outputPath('asked.png') });

  await field.fill('not the one');
  await field.press('Enter');
  await expect(page.getByText('This password does not open the file.').first()).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.screenshot({ path: testInfo.outputPath('wrong.png') });
  await page.setViewportSize({ width: 390, height: 800 });
  await page
    .getByRole('button', { name: /Library/ })
    .first()
    .click();
  await page.screenshot({ path: testInfo.outputPath('narrow.png') });
  await page.setViewportSize({ width: 1440, height: 900 });

  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: 'Enter the password of encrypted.pdf' }).click();
  await field.fill('secret');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('button', { name: 'Remove encrypted.pdf', exact: true })).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: 'does not open' })).toHaveCount(0);

  // After a fresh start it is read without being asked for anything.
  await page.reload();
  await page.getByLabel('Search your documents').fill('monthly salary');
  await expect(page.getByText('3,950 euros').first()).toBeVisible();
});

test('a locked PDF whose row is dismissed leaves nothing', async ({ winnow }) => {
  const { page } = winnow;
  await page.locator('input[type=file]').first().setInputFiles(locked);
  await page.getByRole('button', { name: 'Enter the password of encrypted.pdf' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Dismiss encrypted.pdf' }).click();
  await page.reload();
  await expect(page.getByText('0 documents in your library.')).toBeAttached();
  await expect(page.getByText('encrypted.pdf')).toHaveCount(0);
});
