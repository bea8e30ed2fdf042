import { expect, type Locator, type Page } from '@playwright/test';

export const removeButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Remove ${name}`, exact: true });

/** Names of the documents in the list, sorted. */
export async function documentNames(page: Page): Promise<string[]> {
  const labels = await page
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''));
  return labels.map((label) => label.replace('Remove ', '')).sort();
}

/** Removes a document and waits until it has left the list. */
export async function removeDocument(page: Page, name: string): Promise<void> {
  await removeButton(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(removeButton(page, name)).toHaveCount(0);
}

/** Waits until every passage has its vector. */
export async function embedded(page: Page): Promise<void> {
  await expect(page.getByRole('progressbar', { name: 'Embedding passages' })).toHaveCount(0, { timeout: 120_000 });
}
