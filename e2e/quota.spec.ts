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
  // More than the files themselves, less than they take with their passages.
  await quota.leave(2_600_000);
  await fileInput(page).setInputFiles([
    textFile('small.txt', 20_000),
    textFile('large.txt', 2_000_000),
    textFile('last.txt', 20_000),
  ]);
  await expect(page.getByText(/may not fit/)).toBeVisible();
  const failed = imports(page).getByRole('listitem').filter({ hasText: 'large.txt' });
  await expect(failed).toContainText('There is not enough room in the browser’s storage.');
  await expect(failed).toContainText('Nothing was half saved.');
  await expect(removeButton(page, 'last.txt')).toBeVisible();
  const kept = ['bicycle-rules.md', 'last.txt', 'small.txt'];
  expect(await documentNames(page)).toEqual(kept);

  await page.reload();
  await expect.poll(() => documentNames(page)).toEqual(kept);
  await expect(page.getByText(/damaged|is lost|were lost|could not be opened/)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search your documents' }).fill('bicycle');
  await expect(page.getByRole('list', { name: 'Passages found' }).getByRole('button').first()).toContainText(
    'bicycle-rules.md',
  );
});

test('room that ends while vectors are computed leaves the search by words, says so, and goes on later', async ({
  winnow,
}) => {
  const { page } = winnow;
  await winnow.add('bicycle-rules.md');
  await embedded(page);
  const quota = await quotaOf(page);
  await fileInput(page).setInputFiles(textFile('report.txt', 110_000));
  await expect(page.getByRole('progressbar', { name: 'Embedding passages' })).toBeVisible();
  await quota.leave(0);
  const fault = page.locator('.embedding');
  await expect(fault).toContainText('passages are found by their words only', { timeout: 60_000 });
  await expect(fault).toContainText('free space on the disk');
  await page.getByRole('textbox', { name: 'Search your documents' }).fill('crane 77');
  await expect(page.getByRole('list', { name: 'Passages found' }).getByRole('button').first()).toContainText(
    'report.txt',
  );
  await quota.release();
  await page.getByRole('textbox', { name: 'Search your documents' }).press('Escape');
  await winnow.add('tenancy-agreement.md');
  await embedded(page);
  await expect(fault).toHaveCount(0);
});
