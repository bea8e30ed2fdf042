import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/winnow.ts';

// The scripted model stands in: what is looked at here is the page, not the answer.
test.use({ address: 'model=scripted' });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no accessibility faults with an answer on the page, ${colorScheme}`, async ({ winnow }) => {
    const { page } = winnow;
    await page.emulateMedia({ colorScheme });
    await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html');
    await winnow.ask('How much deposit does the tenant pay before moving in?');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual([]);
  });
}

test('from the question to the cited sentence and back by keyboard alone', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('tenancy-agreement.md');
  await winnow.ask('How much deposit does the tenant pay before moving in?');
  await page.locator('body').press('/');
  await expect(page.getByRole('textbox', { name: 'Your question' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('n');
  await expect(page.getByRole('button', { name: /^Citation 1/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.lit-text:focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Citation 1/ })).toBeFocused();
});

test('the page fits a width of 320 pixels, which is also 1280 at 400 %', async ({ winnow }) => {
  const { page } = winnow;
  await page.setViewportSize({ width: 320, height: 640 });
  await winnow.add('tenancy-agreement.md');
  for (const column of ['Library', 'Ask', 'Evidence']) {
    await page.getByRole('navigation', { name: 'Columns' }).getByRole('button', { name: column }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});
