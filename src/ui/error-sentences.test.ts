import { expect, test } from 'vitest';
import type { UnpackReason } from '../core/domain/unpacked.ts';
import { errorSentence } from './error-sentences.ts';

test('only a file with pages is called a scan', () => {
  const error = { code: 'document-no-text', message: '' } as const;
  expect(errorSentence({ ...error, details: { name: 'a.pdf', pageCount: 3, pictureCount: 3 } }).advice).toContain(
    'scan',
  );
  expect(errorSentence({ ...error, details: { name: 'a.png', pictureCount: 1 } }).title).toContain('picture');
  const isRecognised = errorSentence({ ...error, details: { name: 'a.pdf', pictureCount: 3, isRecognised: true } });
  expect(isRecognised.title).toBe('No text could be made out in its pictures.');
  expect(errorSentence({ ...error, details: { name: 'blank.txt' } }).advice).not.toContain('scan');
});

test('what happened inside an archive is told more exactly than by its code', () => {
  const reason: UnpackReason = 'too-deep';
  const error = { code: 'document-too-large', message: '', details: { name: 'a.zip', reason } } as const;
  expect(errorSentence(error).title).toBe('This lies too deep inside other files.');
  expect(errorSentence({ ...error, details: { reason: 'toString' } }).title).toBe('This file is too large.');
  expect(errorSentence({ code: 'document-empty', message: '', details: { fileCount: 0 } }).title).toBe(
    'There is no file in it.',
  );
});
