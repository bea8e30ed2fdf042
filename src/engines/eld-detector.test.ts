import { expect, it } from 'vitest';
import { languageParts } from './language-parts.ts';

it('scores languages from 0 to 1, the likeliest highest, and nothing where there are no letters', async () => {
  const { detect } = await languageParts.loadDetector();
  const scores = detect('Die Miete ist bis zum dritten Werktag eines jeden Monats zu überweisen.');
  for (const score of scores.values()) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(1);
  }
  expect([...scores].toSorted((a, b) => b[1] - a[1])[0]?.[0]).toBe('de');
  expect(detect('4711 — 0815')).toEqual(new Map());
});
