import { expect, it } from 'vitest';
import { isSystemFile } from './system-files.ts';

it.each([
  '.DS_Store',
  'a/.DS_Store',
  '__MACOSX/a/._lease.pdf',
  'a/~$lease.docx',
  '.git/config',
  'Thumbs.db',
  'a/Desktop.ini',
  'photos/Icon\r',
])('leaves out %j', (path) => expect(isSystemFile(path)).toBe(true));

it.each(['lease.pdf', 'a.b/c.d', 'Icon', '~lease.docx', '$5.txt', 'a/__macosx.txt', 'dots...txt'])('keeps %j', (path) =>
  expect(isSystemFile(path)).toBe(false),
);
