import { expect, it } from 'vitest';
import { isHeaderLine, isMailboxLine } from './mailbox-line.ts';

it.each([
  'From ada@example.org Mon Nov  2 09:00:00 2026',
  'From - Tue, 03 Nov 2026 10:00:00 +0100',
  'From 1751234@xxx Thu Jan 01 00:00:00 +0000 1970',
  'From MAILER-DAEMON Fri Jul  4 9:05 1997',
  'From "ada l"@example.org Sun Nov 1 09:00:00 2026',
  'From  Sat Nov 7 09:00:00 2026',
])('begins a message: %s', (line) => expect(isMailboxLine(line)).toBe(true));

it.each([
  'From me to you',
  'From here on, Mon Nov 2 2026 at 09:00, we meet.',
  'From Mon to Fri, 2026, at 09:00',
  'From: ada@example.org Mon Nov  2 09:00:00 2026',
  '>From ada@example.org Mon Nov  2 09:00:00 2026',
  ` From ada@example.org Mon Nov  2 09:00:00 2026`,
  `From ada@example.org Mon Nov  2 09:00:00 2026${' '.repeat(500)}`,
])('begins none: %s', (line) => expect(isMailboxLine(line)).toBe(false));

it('knows the first line of a head', () => {
  for (const line of ['Subject: x', 'X-Spam:1', 'a:']) expect(isHeaderLine(line)).toBe(true);
  for (const line of ['No head: here', ':', ' a: b', 'Über: x', '']) expect(isHeaderLine(line)).toBe(false);
});
