import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as plainExpect, test as plainTest } from '@playwright/test';
import { startKillableBrowser } from './support/killable-browser.ts';
import { removeButton } from './support/library-list.ts';
import { documentsFolder, expect, test } from './support/winnow.ts';

test.use({ address: 'model=scripted' });

test('a browser that does not promise to keep the library is said to, and how to have a copy', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('bicycle-rules.md');
  expect(await page.evaluate(() => navigator.storage.persisted())).toBe(false);
  const foot = page.locator('.library-foot');
  await expect(foot).toContainText('The browser may delete it when the disk fills up, or after weeks without a visit.');
  await expect(foot).toContainText('Export the library to have a copy.');
});

test('a promise that the browser gives is passed on', async ({ winnow }) => {
  const { page } = winnow;
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo;
  await session.send('Browser.grantPermissions', {
    origin,
    permissions: ['durableStorage'],
    ...(browserContextId === undefined ? {} : { browserContextId }),
  });
  await winnow.add('bicycle-rules.md');
  await expect(page.locator('.library-foot')).toContainText('The browser has promised to keep it until you delete it.');
});

plainTest(
  'where the browser forbids site data, all works until the page is closed, and is said to',
  async ({ baseURL }, testInfo) => {
    const profile = testInfo.outputPath('profile');
    mkdirSync(join(profile, 'Default'), { recursive: true });
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
    const { page, kill } = await startKillableBrowser(profile);
    try {
      await page.goto(new URL('/?model=scripted', baseURL).href);
      const isForbidden = () => {
        try {
          return localStorage.length < 0;
        } catch {
          return true;
        }
      };
      plainExpect(await page.evaluate(isForbidden)).toBe(true);
      await page.locator('input[type=file]').first().setInputFiles(join(documentsFolder, 'bicycle-rules.md'));
      await plainExpect(removeButton(page, 'bicycle-rules.md')).toBeVisible({ timeout: 60_000 });
      const foot = page.locator('.library-foot');
      await plainExpect(foot).toContainText('Kept until the page is closed');
      await page.getByRole('textbox', { name: 'Search your documents' }).fill('cellar');
      await plainExpect(page.getByRole('list', { name: 'Passages found' }).getByRole('button').first()).toContainText(
        'bicycle-rules.md',
      );
      await page.getByRole('textbox', { name: 'Search your documents' }).press('Escape');
      await plainExpect(page.getByRole('progressbar', { name: 'Embedding passages' })).toHaveCount(0, {
        timeout: 60_000,
      });
      await plainExpect(page.getByText(/failed|not running|could not/)).toHaveCount(0);
      await page.getByRole('button', { name: 'Delete everything' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
      await plainExpect(page.getByRole('heading', { name: 'Ask your own documents' })).toBeVisible();
    } finally {
      await kill();
    }
  },
);
