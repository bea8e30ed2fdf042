import { createHash } from 'node:crypto';
import { embedded, removeButton, removeDocument } from './support/library-list.ts';
import { emptyStorage, placesOfWords, storageContents } from './support/storage-contents.ts';
import { expect, test } from './support/winnow.ts';

test.use({ address: 'model=scripted' });

const body = 'The quagmirewort grows in the marsh behind the mill. Nobody has ever picked a quagmirewort twice.';
const file = { name: 'herbarium-sheet.txt', mimeType: 'text/plain', buffer: Buffer.from(body) };
const id = createHash('sha256').update(body).digest('hex');
/** Words of its text, its name and its id, as the stores and the index write them. */
const traces = ['quagmirewort', 'picked a', 'herbarium', id];

test('of a document that is removed nothing is left in any store, whether others remain or not', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('bicycle-rules.md');
  for (const isLast of [false, true]) {
    await page.locator('input[type=file]').first().setInputFiles(file);
    await expect(removeButton(page, file.name)).toBeVisible();
    await embedded(page);
    // The index is saved a moment after the last vector; only then is a removal worth looking into.
    await expect
      .poll(async () => (await placesOfWords(page, traces)).filter((place) => place.includes('/winnow/index-')).length)
      .toBeGreaterThan(1);
    expect((await placesOfWords(page, traces)).filter((place) => place.includes('database'))).not.toEqual([]);

    if (isLast) await removeDocument(page, 'bicycle-rules.md');
    await removeDocument(page, file.name);
    // The index is written anew in the background.
    await expect.poll(() => placesOfWords(page, traces), { timeout: 15_000 }).toEqual([]);
  }
});

test('a removal that was cut off before the index was saved is made good at the next start', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('bicycle-rules.md');
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(removeButton(page, file.name)).toBeVisible();
  await embedded(page);
  await expect.poll(async () => (await placesOfWords(page, [id])).length).toBeGreaterThan(1);
  await removeDocument(page, file.name);
  await page.reload();
  await expect(removeButton(page, 'bicycle-rules.md')).toBeVisible();
  await expect.poll(() => placesOfWords(page, traces), { timeout: 15_000 }).toEqual([]);
});

test('“Delete everything” leaves every storage interface of the browser empty', async ({ winnow }) => {
  const { page } = winnow;
  await winnow.add('bicycle-rules.md');
  await embedded(page);
  await winnow.ask('Where do the bicycles stand?');
  const before = await storageContents(page);
  // Else their emptiness afterwards would say nothing.
  for (const kind of ['databases', 'files', 'caches'] as const) expect(before[kind], kind).not.toEqual([]);

  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('heading', { name: 'Ask your own documents' })).toBeVisible();
  await expect.poll(() => storageContents(page)).toEqual(emptyStorage);
  await expect(page.getByText(/bicycles/i)).toHaveCount(0);

  // Nothing comes back by itself: neither a save that was late nor the next start.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ask your own documents' })).toBeVisible();
  expect(await placesOfWords(page, ['bicycle', 'cellar'])).toEqual([]);
});
