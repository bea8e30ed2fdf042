import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../core/domain/errors.ts';
import type { Unpacked } from '../core/domain/unpacked.ts';
import { unpackFile } from './unpack-file.ts';
import { type FixtureEntry, zipOf } from './zip-fixture.ts';

const encoder = new TextEncoder();

async function unpack(name: string, bytes: string | Uint8Array<ArrayBuffer>): Promise<readonly Unpacked[]> {
  const items: Unpacked[] = [];
  for await (const item of unpackFile({ name, data: new Blob([bytes]) })) items.push(item);
  return items;
}

/** `name: text` for files, `name! code` for failures, `(name)` for what was left out. */
async function told(items: readonly Unpacked[]): Promise<readonly string[]> {
  return Promise.all(
    items.map(async (item) => {
      if (item.kind === 'left-out') return `(${item.name})`;
      if (item.kind === 'failed') return `${item.name}! ${item.error.code}`;
      return `${item.name}: ${new TextDecoder().decode(await item.data.arrayBuffer())}`;
    }),
  );
}
const toldOf = async (entries: readonly FixtureEntry[], options?: Parameters<typeof zipOf>[1]) =>
  told(await unpack('a.zip', zipOf(entries, options)));

describe('an archive', () => {
  it('comes as its files, each named by its path; folders are none', async () => {
    expect(
      await toldOf([
        { name: 'letters/', data: '', method: 0 },
        { name: 'letters/one.txt', data: 'One.' },
        { name: 'bills/one.txt', data: 'Other.', method: 0 },
      ]),
    ).toEqual(['a.zip/letters/one.txt: One.', 'a.zip/bills/one.txt: Other.']);
  });

  it('is read with zip64, with bytes ahead of it, and with a comment behind', async () => {
    const entries = [{ name: 'one.txt', data: 'One.' }];
    const expected = ['a.zip/one.txt: One.'];
    expect(await toldOf(entries, { isZip64: true })).toEqual(expected);
    expect(await toldOf(entries, { comment: 'PK\x05\x06 made by hand' })).toEqual(expected);
    const prefixed = zipOf(entries, { ahead: 'PK\x03\x04 something that unpacks itself' });
    expect(await told(await unpack('a.zip', prefixed))).toEqual(expected);
  });

  it('says what was left out', async () => {
    expect(
      await toldOf([
        { name: '__MACOSX/._one.txt', data: 'x' },
        { name: 'a/.DS_Store', data: 'x' },
        { name: '~$one.docx', data: 'x' },
        { name: 'link.txt', data: '../one.txt', mode: 0o120777 },
        { name: 'one.txt', data: 'One.' },
      ]),
    ).toEqual([
      '(a.zip/__MACOSX/._one.txt)',
      '(a.zip/a/.DS_Store)',
      '(a.zip/~$one.docx)',
      '(a.zip/link.txt)',
      'a.zip/one.txt: One.',
    ]);
  });

  it('names each file that cannot be had, with its reason, and goes on', async () => {
    const items = await unpack(
      'a.zip',
      zipOf([
        { name: 'locked.txt', data: 'x', flags: 1 },
        { name: 'lzma.txt', data: 'x', method: 14 },
        { name: 'altered.txt', data: 'One.', says: { crc: 1 } },
        { name: 'short.txt', data: 'One.', says: { size: 5 } },
        { name: 'long.txt', data: 'One.', says: { size: 3 } },
        { name: 'photo.txt', data: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) },
        { name: 'empty.txt', data: '', method: 0 },
        { name: 'bomb.txt', data: 'x', says: { size: 9_000_000 } },
        { name: 'one.txt', data: 'One.' },
      ]),
    );
    expect(await told(items)).toEqual([
      'a.zip/locked.txt! document-encrypted',
      'a.zip/lzma.txt! document-damaged',
      'a.zip/altered.txt! document-damaged',
      'a.zip/short.txt! document-damaged',
      'a.zip/long.txt! document-damaged',
      'a.zip/photo.txt! document-no-text',
      'a.zip/empty.txt! document-empty',
      'a.zip/bomb.txt! document-too-large',
      'a.zip/one.txt: One.',
    ]);
    const messages = items.flatMap((item) => (item.kind === 'failed' ? [item.error.message] : []));
    for (const message of messages) expect(message).toMatch(/^“a\.zip\/[a-z]+\.txt” .+\. .+\.$/u);
    expect(messages[1]).toContain('LZMA');
  });

  it('unpacks no film and no photo to its end', async () => {
    const film = new Uint8Array(300_000).fill(7);
    film.set(encoder.encode('\0\0\0\x20ftypisom'));
    const [item] = await unpack('a.zip', zipOf([{ name: 'film.mp4', data: film, method: 0, says: { crc: 0 } }]));
    expect(item).toMatchObject({ kind: 'failed', error: { code: 'document-type-unsupported' } });
  });

  it('refuses one that is locked, empty, cut off or no archive at all', async () => {
    const bytes = zipOf([{ name: 'one.txt', data: 'One.' }]);
    await expect(unpack('a.zip', zipOf([{ name: 'x', data: 'x', flags: 1 }]))).rejects.toMatchObject({
      code: 'document-encrypted',
      message: expect.stringContaining('“a.zip” is locked'),
    });
    await expect(unpack('a.zip', zipOf([]))).rejects.toMatchObject({ code: 'document-empty' });
    await expect(unpack('a.zip', bytes.slice(0, -10))).rejects.toMatchObject({ code: 'document-damaged' });
  });

  it('says how many files a broken list of contents hides', async () => {
    const bytes = zipOf([
      { name: 'one.txt', data: 'One.' },
      { name: 'two.txt', data: 'Two.' },
    ]);
    bytes[Buffer.from(bytes).lastIndexOf('PK\x01\x02')] = 0;
    const items = await unpack('a.zip', bytes);
    expect(items.at(-1)).toMatchObject({ kind: 'failed', name: 'a.zip', error: { details: { lostCount: 1 } } });
    expect(items).toHaveLength(2);
  });

  it('in an archive is opened, one in that is not', async () => {
    const deepest = zipOf([{ name: 'three.txt', data: 'Three.' }]);
    const inner = zipOf([
      { name: 'two.txt', data: 'Two.' },
      { name: 'deepest.zip', data: deepest },
    ]);
    expect(await toldOf([{ name: 'inner.zip', data: inner }])).toEqual([
      'a.zip/inner.zip/two.txt: Two.',
      'a.zip/inner.zip/deepest.zip! document-too-large',
    ]);
  });

  it('that is a document stays whole; a folder with such a name makes none', async () => {
    const docx = zipOf([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<w:document/>' },
    ]);
    expect(await unpack('a.docx', docx)).toMatchObject([{ kind: 'file', name: 'a.docx', data: { size: docx.length } }]);
    expect(await unpack('b.zip', zipOf([{ name: 'a.docx', data: docx }]))).toMatchObject([
      { kind: 'file', name: 'b.zip/a.docx', data: { size: docx.length } },
    ]);
    expect(await toldOf([{ name: 'foreword/one.txt', data: 'One.' }])).toEqual(['a.zip/foreword/one.txt: One.']);
  });

  it('is opened no further once it is cancelled', async () => {
    const signal = { aborted: false };
    const bytes = zipOf([
      { name: 'one.txt', data: 'One.' },
      { name: 'two.txt', data: 'Two.' },
    ]);
    const items = unpackFile({ name: 'a.zip', data: new Blob([bytes]) }, signal);
    await items.next();
    signal.aborted = true;
    await expect(items.next()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a plain file', () => {
  it('comes as itself', async () => {
    expect(await told(await unpack('one.txt', 'One.'))).toEqual(['one.txt: One.']);
  });

  it('that cannot be read is refused by its beginning', async () => {
    await expect(unpack('a.pdf', encoder.encode('\0\0\0\x20ftypisom'))).rejects.toMatchObject({
      code: 'document-type-unsupported',
    });
  });

  it('that the disk does not give says so', async () => {
    const data = new Blob(['x']);
    data.slice = () => {
      throw new DOMException('gone', 'NotFoundError');
    };
    const items = unpackFile({ name: 'gone.txt', data });
    await expect(items.next()).rejects.toMatchObject({ code: 'document-damaged', message: /from the disk/ });
  });
});

const mail = (parts: readonly string[]): string =>
  [
    'From: Ada <ada@example.org>',
    'Subject: Lease',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See attached.',
    ...parts.flatMap((part) => ['--b', part]),
    '--b--',
    '',
  ].join('\r\n');
const attached = (name: string, content: string | Uint8Array): string =>
  [
    'Content-Type: application/octet-stream',
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64'),
  ].join('\r\n');

describe('an e-mail', () => {
  it('comes after its readable attachments, which are named by it', async () => {
    const items = await unpack(
      'mail.eml',
      mail([
        attached('../lease.txt', 'Three rents.'),
        attached('logo.png', '\x89PNG\r\n\x1a\n'),
        attached('papers.zip', zipOf([{ name: 'one.txt', data: 'One.' }])),
        attached('broken.zip', 'PK\x03\x04'),
        attached('lease.txt', 'Other.'),
      ]),
    );
    expect((await told(items)).slice(0, 4)).toEqual([
      'mail.eml/lease.txt: Three rents.',
      'mail.eml/papers.zip/one.txt: One.',
      'mail.eml/broken.zip! document-damaged',
      'mail.eml/lease.txt (2): Other.',
    ]);
    expect(items.map((item) => ('attachmentOf' in item ? item.attachmentOf : null))).toEqual([
      ...Array(4).fill('mail.eml'),
      null,
    ]);
    expect(items.at(-1)).toMatchObject({ kind: 'file', name: 'mail.eml', mailId: 'mail.eml' });
  });

  it('within e-mails is opened down to a depth', async () => {
    let nested = mail([attached('deepest.txt', 'Deep.')]);
    for (let depth = 0; depth < 6; depth++) nested = mail([attached(`${depth}.eml`, nested)]);
    const items = await unpack('mail.eml', nested);
    expect((await told(items))[0]).toBe('mail.eml/5.eml/4.eml/3.eml/2.eml/1.eml! document-too-large');
    expect(items.filter(({ kind }) => kind === 'file')).toHaveLength(5);
  });
});

describe('a mailbox', () => {
  const separator = 'From ada@example.org Mon Nov  2 09:00:00 2026\r\n';
  const messages = (count: number): string =>
    Array.from({ length: count }, (_, n) => `${separator}Subject: Number ${n + 1}\r\n\r\nText ${n + 1}.\r\n\r\n`).join(
      '',
    );

  it('of some messages comes as one document, with their attachments ahead of it', async () => {
    const mailbox = `${messages(1)}${separator}${mail([attached('lease.txt', 'Three rents.')])}\r\n${messages(1)}`;
    const items = await unpack('Inbox', mailbox);
    expect((await told(items))[0]).toBe('Inbox/2 Lease/lease.txt: Three rents.');
    expect(items[0]).toMatchObject({ attachmentOf: 'Inbox#0' });
    expect(items[1]).toMatchObject({ kind: 'file', name: 'Inbox', mailId: 'Inbox#0', data: { size: mailbox.length } });
    expect(items).toHaveLength(2);
  });

  it('of many comes in parts that are named by their messages and together are all of it', async () => {
    const mailbox = messages(2_300);
    const items = await unpack('Inbox.mbox', mailbox);
    expect(items.map(({ name }) => name)).toEqual([
      'Inbox.mbox/messages 1–1000',
      'Inbox.mbox/messages 1001–2000',
      'Inbox.mbox/messages 2001–2300',
    ]);
    const texts = await Promise.all(
      items.map(async (item) => (item.kind === 'file' ? new TextDecoder().decode(await item.data.arrayBuffer()) : '')),
    );
    expect(texts.join('')).toBe(mailbox);
  });

  it('in an archive is opened', async () => {
    expect(await toldOf([{ name: 'Mail/Inbox.mbox', data: messages(1) }])).toEqual([
      `a.zip/Mail/Inbox.mbox: ${messages(1)}`,
    ]);
  });
});

const names = fc.uniqueArray(fc.stringMatching(/^[a-zäß]{1,8}$/u), { minLength: 1, maxLength: 5 });
const change = fc.record({ at: fc.nat(5000), byte: fc.integer({ min: 0, max: 255 }) });

test.prop([names, fc.array(change, { minLength: 1, maxLength: 4 }), fc.constantFrom(0, 8)], { numRuns: 300 })(
  'loses no file of an archive whose packed bytes are damaged',
  async (unique, changes, method) => {
    const entries = unique.map((name) => ({ name: `${name}.txt`, data: `This is ${name}. `.repeat(20), method }));
    const bytes = zipOf(entries);
    const directoryAt = new DataView(bytes.buffer).getUint32(bytes.length - 6, true);
    for (const { at, byte } of changes) bytes[at % directoryAt] = byte;
    // The first four bytes say that it is an archive.
    bytes.set(encoder.encode('PK\x03\x04'));
    const items = await unpack('a.zip', bytes);
    expect(items.map(({ name }) => name)).toEqual(entries.map(({ name }) => `a.zip/${name}`));
    for (const [place, item] of items.entries()) {
      if (item.kind !== 'file') continue;
      expect(new TextDecoder().decode(await item.data.arrayBuffer())).toBe(entries[place]?.data);
    }
  },
);

test.prop([names, fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean()], { numRuns: 300 })(
  'tells of each file of an archive that is damaged anywhere, or refuses it',
  async (unique, changes, isZip64) => {
    const entries = unique.map((name) => ({ name: `${name}.txt`, data: `This is ${name}.` }));
    const bytes = zipOf(entries, { isZip64 });
    for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
    const outcome = await unpack('a.zip', bytes).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(WinnowError);
      expect(outcome).not.toMatchObject({ code: 'internal' });
      return;
    }
    const items = outcome as readonly Unpacked[];
    const lost = items.flatMap((item) => (item.kind === 'failed' ? (item.error.details['lostCount'] ?? []) : []));
    const isStillArchive = items.every(({ name }) => name.startsWith('a.zip/')) || lost.length > 0;
    if (isStillArchive)
      expect(items.length - lost.length + Number(lost[0] ?? 0)).toBeGreaterThanOrEqual(entries.length);
  },
);

test.prop([fc.array(change, { minLength: 1, maxLength: 8 })], { numRuns: 200 })(
  'opens or refuses an e-mail and a mailbox that are damaged anywhere',
  async (changes) => {
    const source = `From ada Mon Nov  2 09:00:00 2026\r\n${mail([attached('a.zip', zipOf([{ name: 'x', data: 'x' }]))])}`;
    for (const name of ['mail.eml', 'mail.mbox']) {
      const bytes = encoder.encode(name === 'mail.eml' ? source.slice(source.indexOf('\n') + 1) : source);
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
      const outcome = await unpack(name, bytes).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(WinnowError);
      else expect(outcome).not.toEqual([]);
    }
  },
);
