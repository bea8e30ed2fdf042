import type { CDPSession, Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts';
import { documentNames, embedded, removeButton } from './support/library-list.ts';
import { expect, test } from './support/winnow.ts';

test.use({
  address: 'model=scripted',
  // Chromium else tells pages of 10 GiB more than what is used, whatever there is. Others tell the truth, as it does then.
  launchOptions: { executablePath: chromiumPath(), args: [...chromiumFlags, '--disable-features=StaticStorageQuota'] },
});

const fileInput = (page: Page) => page.locator('input[type=file]').first();
const imports = (page: Page) => page.getByRole('region', { name: 'Files being added' });

/** Text of that many bytes, of which no two paragraphs are alike. */
function textFile(name: string, byteLength: number) {
  let body = '';
  for (let n = 0; body.length < byteLength; n++)
    body += `Report ${n} of ${name} lists crane ${n * 7} and its barge.\n\n`;
  return { name, mimeType: 'text/plain', buffer: Buffer.from(body.slice(0, byteLength)) };
}

/** What the browser says is used, and how to leave only that much room above it. */
async function quotaOf(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const used = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  return {
    leave: async (freeBytes: number) =>
      session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: (await used()) + freeBytes }),
    release: () => session.send('Storage.overrideQuotaForOrigin', { origin }),
  };
}

test('a file that cannot fit is refused before anything is written, with numbers and what to do', async ({
  winnow,
}) => {
  const { page } = winnow;
  await winnow.add('bicycle-rules.md');
  await embedded(page);
  const quota = await quotaOf(page);
  await quota.leave(1_000_000);
  await fileInput(page).setInputFiles(textFile('archive.txt', 5_000_000));
  const notice = page.locator('.library .notice');
  await expect(notice).toContainText('There is not enough room in the browser’s storage.');
  await expect(notice).toContainText(/5\.0 MB/);
  await expect(notice).toContainText('Remove documents you no longer need, or free space on the disk.');
  await expect(imports(page)).toHaveCount(0);
  expect(await documentNames(page)).toEqual(['bicycle-rules.md']);

  // Once there is room, the same file goes in, and the notice with its reason is gone.
  await quota.release();
  await fileInput(page).setInputFiles(textFile('archive.txt', 50_000));
  await expect(removeButton(page, 'archive.txt')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('room that ends in the middle of an import loses nothing that was there, and is told', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('bicycle-rules.md');
  await embedded(page);
  const quota = await quotaOf(page);
  // More than the files themselves, less than they take with their passages. Which of them still fit is the browser's to say.
  await quota.leave(3_300_000);
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
  await fileInput(page).setInputFiles(names.map((name) => textFile(name, 600_000)));
  await expect(page.getByText(/may not fit/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Remove|Dismiss) [a-e]\.txt$/ })).toHaveCount(names.length, {
    timeout: 120_000,
  });
  const kept = await documentNames(page);
  const failed = imports(page).getByRole('listitem');
  expect(await failed.count()).toBeGreaterThan(0);
  expect(kept.length + (await failed.count())).toBe(1 + names.length);
  // What was there, and at least the first file.
  expect(kept).toEqual(expect.arrayContaining(['a.txt', 'bicycle-rules.md']));
  for (const row of await failed.all()) {
    await expect(row).toContainText('There is not enough room in the browser’s storage.');
    await expect(row).toContainText('Nothing was half saved.');
  }

  await page.reload();
  await expect.poll(() => documentNames(page)).toEqual(kept);
  await expect(page.getByText(/damaged|is lost|were lost|could not be opened/)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search your documents' }).fill('bicycle');
  await expect(page.getByRole('list', { name: 'Passages found' }).getByRole('button').first()).toContainText(
    'bicycle-rules.md',
  );
});
