import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../core/domain/errors.ts';
import { emlParser } from './eml-parser.ts';

const parse = (lines: readonly string[]) =>
  emlParser.parse({ name: 'a.eml', bytes: new TextEncoder().encode(lines.join('\r\n')) });
const head = [
  'From: Ada Lovelace <ada@example.org>',
  'To: bo@example.org, Cy <cy@example.org>',
  'Subject: =?UTF-8?Q?R=C3=BCckgabe_der_Kaution?=',
];

describe('emlParser', () => {
  it('reads who wrote what to whom', async () => {
    const { text, title, warnings } = await parse([
      ...head,
      'Date: Mon, 02 Nov 2026 09:00:00 +0100',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Die Kaution betr=E4gt drei Mieten.',
      '',
      'Gr=FC=DFe',
    ]);
    expect(title).toBe('Rückgabe der Kaution');
    expect(text).toBe(
      'Rückgabe der Kaution\n\nFrom: Ada Lovelace <ada@example.org>\nTo: bo@example.org, Cy <cy@example.org>\n' +
        'Date: 2026-11-02T08:00:00.000Z\n\nDie Kaution beträgt drei Mieten.\n\nGrüße',
    );
    expect(warnings).toEqual([]);
  });

  it('reads formatted text where there is no other, and names attachments that become no documents', async () => {
    const { text, warnings } = await parse([
      ...head,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>See <b>attached</b>.</p><script>x</script>',
      '--b',
      'Content-Type: application/pdf; name="lease.pdf"',
      'Content-Disposition: attachment; filename="lease.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0=',
      '--b',
      'Content-Type: image/png; name="logo.png"',
      'Content-Disposition: inline; filename="logo.png"',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--b--',
    ]);
    expect(text.endsWith('See attached.')).toBe(true);
    expect(warnings.map(({ message }) => message)).toEqual(['One attachment was not read: logo.png (a PNG image).']);
  });

  test.prop([fc.uint8Array({ maxLength: 400 })])('reads or refuses any bytes', async (bytes) => {
    const found = await emlParser.parse({ name: 'a.eml', bytes }).catch((error: unknown) => error);
    expect(found instanceof Error && !(found instanceof WinnowError)).toBe(false);
  });
});
