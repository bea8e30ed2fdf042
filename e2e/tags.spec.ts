import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/winnow.ts';

// The scripted model stands in for answers; tags need none.
test.use({ address: 'model=scripted' });

const tagsOf = (page: Page, name: string) => page.getByRole('list', { name: `Tags of ${name}` }).getByRole('listitem');

test('documents are tagged by keyboard, in every tab at once, and for good', async ({ winnow }, testInfo) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html');
  const other = await page.context().newPage();
  await other.goto('/?model=scripted');
  await expect(other.getByRole('button', { name: 'Tag tenancy-agreement.md' })).toBeVisible();

  await page.getByRole('button', { name: 'Tag tenancy-agreement.md' }).click();
  const field = page.getByLabel('New tags of tenancy-agreement.md');
  await expect(field).toBeFocused();
  await field.fill(' Home,  To   do ');
  await field.press('Enter');
  await expect(tagsOf(page, 'tenancy-agreement.md')).toHaveText(['Home', 'To do']);
  await expect(tagsOf(other, 'tenancy-agreement.md')).toHaveText(['Home', 'To do']);

  await field.fill('x'.repeat(41));
  await field.press('Enter');
  await expect(page.getByText('This tag is too long.')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const { violations } = await new AxeBuilder({ page }).include('.library').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.screenshot({ path: testInfo.outputPath('tagging.png') });
  await field.press('Escape');
  await expect(page.getByRole('button', { name: 'Tag tenancy-agreement.md' })).toBeFocused();
  await expect(field).toHaveCount(0);

  await other.getByRole('button', { name: 'Tag heat-pump-guide.html' }).click();
  await other.getByLabel('New tags of heat-pump-guide.html').fill('HOME');
  await other.getByLabel('New tags of heat-pump-guide.html').press('Enter');
  await expect(tagsOf(page, 'heat-pump-guide.html')).toHaveText(['Home']);
  await other.getByRole('button', { name: 'Take the tag Home off heat-pump-guide.html' }).click();
  await expect(tagsOf(page, 'heat-pump-guide.html')).toHaveCount(0);
  await other.close();

  await page.reload();
  await expect(tagsOf(page, 'tenancy-agreement.md')).toHaveText(['Home', 'To do']);
});

test('a tag chosen in the filter holds for the search, and for what is tagged meanwhile', async ({
  winnow,
}, testInfo) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html');
  await page.getByRole('button', { name: 'Tag heat-pump-guide.html' }).click();
  const field = page.getByLabel('New tags of heat-pump-guide.html');
  await field.fill('Heating');
  await field.press('Enter');
  await expect(tagsOf(page, 'heat-pump-guide.html')).toHaveText(['Heating']);
  await field.press('Escape');
  await page.getByRole('button', { name: 'Filter documents' }).first().click();
  await page.getByRole('group', { name: 'Tag' }).getByLabel('Heating').check();
  await page.screenshot({ path: testInfo.outputPath('filter.png') });
  await page.keyboard.press('Escape');
  await expect(page.getByText('Only tagged Heating:')).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Search your documents' });
  const found = page.getByRole('list', { name: 'Passages found' }).getByRole('button');
  await box.fill('the');
  await expect(found.first()).toContainText('heat-pump-guide.html');
  await expect(found.filter({ hasText: 'tenancy-agreement.md' })).toHaveCount(0);

  // Tagged in another tab, while the search stays as it is here.
  const other = await page.context().newPage();
  await other.goto('/?model=scripted');
  await other.getByRole('button', { name: 'Tag tenancy-agreement.md' }).click();
  await other.getByLabel('New tags of tenancy-agreement.md').fill('heating');
  await other.getByLabel('New tags of tenancy-agreement.md').press('Enter');
  await expect(found.filter({ hasText: 'tenancy-agreement.md' }).first()).toBeVisible();
  await other.close();

  await page.setViewportSize({ width: 390, height: 800 });
  await box.press('Escape');
  await page.getByRole('button', { name: 'Tag heat-pump-guide.html' }).click();
  await page.screenshot({ path: testInfo.outputPath('narrow.png') });
});
