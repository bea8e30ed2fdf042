import { expect, test } from 'vitest';
import { errorSentence } from './error-sentences.ts';

test('only a file with pages is called a scan', () => {
  const error = { code: 'document-no-text', message: '' } as const;
  expect(errorSentence({ ...error, details: { name: 'a.pdf', pageCount: 3 } }).advice).toContain('scan');
  expect(errorSentence({ ...error, details: { name: 'blank.txt' } }).advice).not.toContain('scan');
});
