import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startKillableBrowser } from './support/killable-browser.ts';
import { documentNames, removeButton } from './support/library-list.ts';

const kills = 50;
/** The longest that a browser lives after the change began; imports of these files take from 0.1 to 1.5 s. */
const longestLifeMs = 1500;
const lasting = 'lasting.txt';

/** Repeatable numbers in 0..1 (Park and Miller's minimal standard generator): a failing moment can be looked for again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test(`a browser killed at ${kills} moments leaves the library as it was before the change, or after it`, async ({
  baseURL,
}, testInfo) => {
  const random = createRandom(20_261_201);
  const files = testInfo.outputPath('files');
  const profile = testInfo.outputPath('profile');
  mkdirSync(files, { recursive: true });
  mkdirSync(profile, { recursive: true });
  const address = new URL('/?model=scripted', baseURL).href;
  const file = (name: string, paragraphs: number): string => {
    const text = Array.from({ length: paragraphs }, (_, n) => `Paragraph ${n} of ${name} tells of crane ${n * 7}.`);
    writeFileSync(join(files, name), text.join('\n\n'));
    return join(files, name);
  };

  let allowed: string[][] = [[lasting]];
  const seen = { before: 0, after: 0 };
  for (let round = 0; round <= kills; round++) {
    const { page, kill } = await startKillableBrowser(profile);
    try {
      await page.goto(address);
      if (round === 0) await page.locator('input[type=file]').first().setInputFiles(file(lasting, 40));
      await expect(removeButton(page, lasting)).toBeVisible();
      const names = await documentNames(page);
      expect(allowed, `after kill ${round}: ${names.join(', ')}`).toContainEqual(names);
      if (allowed.length > 1) seen[JSON.stringify(names) === JSON.stringify(allowed[0]) ? 'before' : 'after'] += 1;
      // A leftover file of the import that was cut off may be told of; damage may not.
      await expect(page.getByText(/damaged|is lost|were lost|could not be opened/)).toHaveCount(0);
      if (round === kills) break;

      const removable = names.filter((name) => name !== lasting);
      const isRemoval = removable.length > 3 || (removable.length > 0 && random() < 0.3);
      if (isRemoval) {
        const name = removable[Math.floor(random() * removable.length)] ?? '';
        allowed = [names, names.filter((other) => other !== name)];
        await removeButton(page, name).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      } else {
        const name = `added-${round}.txt`;
        allowed = [names, [...names, name].sort()];
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles(file(name, Math.ceil(4000 * random() ** 3)));
      }
      await page.waitForTimeout(longestLifeMs * random() * (isRemoval ? 0.1 : 1));
    } finally {
      await kill();
    }
  }
  testInfo.annotations.push({ type: 'seen', description: `${seen.before} before, ${seen.after} after` });
  // Else the moments were chosen so that nothing was ever cut off, or nothing ever finished.
  expect(seen.before).toBeGreaterThan(0);
  expect(seen.after).toBeGreaterThan(0);
});
