import { expect, test } from 'vitest';
import { likelyLanguage } from './recognition-words.ts';

test('the first of the person’s languages that can be read is offered', () => {
  expect(likelyLanguage(['de-CH', 'fr'])).toBe('deu');
  expect(likelyLanguage(['ja', 'PT-br', 'en'])).toBe('por');
  expect(likelyLanguage(['ja'])).toBe('eng');
  expect(likelyLanguage([])).toBe('eng');
});
