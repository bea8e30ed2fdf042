import { expect, it } from 'vitest';
import { type MailboxItem, unpackMailbox } from './unpack-mailbox.ts';

const messages = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `From ada Mon Nov  2 09:00:00 2026\nSubject: ${n + 1}\n\nText ${n + 1}.\n\n`,
  ).join('');
const messageBytes = messages(1).length;
const limits = { partBytes: 1_000, partMessages: 3, maxMessages: 7 };

async function unpack(text: string, changes: Partial<typeof limits> = {}) {
  const items: MailboxItem[] = [];
  let error: unknown = null;
  try {
    const mailbox = { name: 'Inbox', data: new Blob([text]) };
    for await (const item of unpackMailbox(mailbox, undefined, { ...limits, ...changes })) items.push(item);
  } catch (caught) {
    error = caught;
  }
  return { names: items.map(({ name }) => name), items, error };
}

it('cuts by number of messages, and by bytes', async () => {
  expect((await unpack(messages(7))).names).toEqual(['Inbox/messages 1–3', 'Inbox/messages 4–6', 'Inbox/messages 7–7']);
  expect((await unpack(messages(4), { partBytes: 2 * messageBytes })).names).toEqual([
    'Inbox/messages 1–2',
    'Inbox/messages 3–4',
  ]);
  // A message longer than a part is a part.
  expect((await unpack(messages(2), { partBytes: 1 })).names).toEqual(['Inbox/messages 1–1', 'Inbox/messages 2–2']);
  expect((await unpack(messages(3))).names).toEqual(['Inbox']);
});

it('refuses messages beyond the limit, and loses none before it', async () => {
  const { names, error } = await unpack(messages(8));
  expect(names).toEqual(['Inbox/messages 1–3', 'Inbox/messages 4–6', 'Inbox/messages 7–7']);
  expect(error).toMatchObject({
    code: 'document-too-large',
    message: expect.stringContaining('up to number 7 were read'),
  });
});

it('refuses a mailbox over 2 GB before it is read', async () => {
  const data = new Blob(['x']);
  Object.defineProperty(data, 'size', { value: 2 ** 31 + 1 });
  await expect(unpackMailbox({ name: 'Inbox', data }).next()).rejects.toMatchObject({
    code: 'document-too-large',
    message: expect.stringContaining('2048 MB'),
  });
});

it('names a message that is too long by its number, and reads those around it', async () => {
  const long = `From ada Mon Nov  2 09:00:00 2026\nSubject: Long\n\n${'All work and no play.\n'.repeat(3_100_000)}\n`;
  const { names, items } = await unpack(messages(1) + long + messages(1));
  expect(names).toEqual(['Inbox/messages 1–1', 'Inbox/message 2', 'Inbox/messages 3–3']);
  expect(items[1]).toMatchObject({ kind: 'failed', error: { details: { number: 2, reason: 'message-too-long' } } });
});
