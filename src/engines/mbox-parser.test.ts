import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { checkParsedDocument } from '../core/corpus/documents/check-parsed-document.ts';
import { splitPassages } from '../core/corpus/passages/split-passages.ts';
import { WinnowError } from '../core/domain/errors.ts';
import { messageOf } from './mailbox-message.ts';
import { mboxParser } from './mbox-parser.ts';

const encoder = new TextEncoder();
const from = 'From ada@example.org Mon Nov  2 09:00:00 2026';
const parse = (lines: readonly string[], end = '\n') =>
  mboxParser.parse({ name: 'Inbox.mbox', bytes: encoder.encode(lines.join(end)) });
const first = [
  from,
  'From: Ada Lovelace <ada@example.org>',
  'To: bo@example.org',
  'Subject: =?UTF-8?Q?R=C3=BCckgabe?=',
  'Date: Mon, 02 Nov 2026 09:00:00 +0100',
  '',
  'Drei Mieten.',
  '',
  '>From here on it is quoted.',
  '',
];
const second = [
  from,
  'From: bo@example.org',
  'Subject: Re: Rent',
  'Content-Type: text/html',
  '',
  '<h1>No</h1><p>Never.</p>',
  '',
];

describe('mboxParser', () => {
  it.each(['\n', '\r\n'])(
    'makes a section of each message, headed by what, who and when (lines end in %j)',
    async (end) => {
      const parsed = await parse([...first, ...second], end);
      expect(parsed.text).toBe(
        'Rückgabe (Ada Lovelace, 2026-11-02)\n\nFrom: Ada Lovelace <ada@example.org>\nTo: bo@example.org\n' +
          'Date: 2026-11-02T08:00:00.000Z\n\nDrei Mieten.\n\nFrom here on it is quoted.\n\n' +
          'Re: Rent (bo@example.org)\n\nFrom: bo@example.org\n\nNo\n\nNever.',
      );
      expect(parsed.warnings).toEqual([]);
      const passages = splitPassages({ id: 'd', ...parsed });
      expect(passages.map(({ headingPath }) => headingPath)).toContainEqual(['Re: Rent (bo@example.org)', 'No']);
    },
  );

  it('names broken messages by their number, keeps their words, and reads the rest', async () => {
    const { text, warnings } = await parse([...first, from, 'Only words, no head.', '', ...second]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'One message is broken: message 2 has no head, and was read as plain text. The others were read.',
    ]);
    expect(text).toContain('Message 2\n\nOnly words, no head.');
    expect(text).toContain('Never.');
  });

  it('names attachments that become no documents', async () => {
    const picture = [
      from,
      'Subject: Look',
      'MIME-Version: 1.0',
      'Content-Type: image/png; name="cat.png"',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '',
    ];
    const { warnings } = await parse([...picture, ...Array.from({ length: 24 }, () => picture).flat()]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(/^25 attachments were not read: cat\.png \(a PNG image\), .*, and 5 more\.$/);
  });

  it('takes one mark from escaped lines, and no other', () => {
    const bytes = encoder.encode(`${from}\na\n>From b\n>>From c\n>from d\n> From e\n>From`);
    expect(new TextDecoder().decode(messageOf(bytes))).toBe('a\nFrom b\n>From c\n>from d\n> From e\n>From');
  });

  it('stops when cancelled', async () => {
    const lines = Array.from({ length: 50 }, () => second).flat();
    const bytes = encoder.encode(lines.join('\n'));
    await expect(mboxParser.parse({ name: 'a.mbox', bytes }, { signal: { aborted: true } })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  const change = fc.record({ at: fc.nat(2000), byte: fc.integer({ min: 0, max: 255 }) });
  test.prop([fc.array(change, { maxLength: 12 })], { numRuns: 200 })(
    'reads whatever its bytes are changed to',
    async (changes) => {
      const bytes = encoder.encode([...first, ...second, ...first].join('\r\n'));
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
      const found = await mboxParser.parse({ name: 'a.mbox', bytes }).catch((error: unknown) => error);
      if (found instanceof Error) expect(found).toBeInstanceOf(WinnowError);
      // SAFETY: what is no error is what the parser gives.
      else checkParsedDocument(found as Awaited<ReturnType<typeof mboxParser.parse>>);
    },
  );
});
