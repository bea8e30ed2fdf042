// A mailbox → documents of at most a thousand messages each, and the attachments of those messages. Read piece by piece:
// a part is a slice of the mailbox's file, and only the message at hand is in memory.
import { type CancelSignal, throwIfCancelled } from '../core/domain/cancel.ts';
import { type ErrorData, errorDataOf, WinnowError } from '../core/domain/errors.ts';
import type { UnpackReason } from '../core/domain/unpacked.ts';
import { blobBytes } from './blob-bytes.ts';
import { attachmentsOf } from './mail-attachments.ts';
import { maxMessageBytes } from './mailbox-limits.ts';
import { messageOf } from './mailbox-message.ts';
import { parseMail, subjectOf } from './parse-mail.ts';
import { type MailboxMessage, splitMailbox } from './split-mailbox.ts';
import type { NamedBlob } from './unpack-zip.ts';

const mebibyte = 1024 * 1024;
const pieceBytes = 4 * mebibyte;
/** Of a part, unless one message alone is longer. Its text is opened whole when one of its sentences is looked at. */
const usualLimits = {
  partBytes: 32 * mebibyte,
  partMessages: 1_000,
  /** More than ten years of busy mail. */
  maxMessages: 50_000,
};
const maxMailboxBytes = 2048 * mebibyte;
/** Of a subject, in an attachment's name. */
const subjectChars = 60;

/** Lines of a message's head, or of a part's, that only a message with attachments has. */
const attachmentMark = /^content-(?:disposition:|type:\s*(?!text\/(?:plain|html)\b|multipart\/))/im;

export type MailboxItem =
  | ({ readonly kind: 'attachment'; readonly part: string } & NamedBlob)
  | ({ readonly kind: 'part'; readonly part: string } & NamedBlob)
  | { readonly kind: 'failed'; readonly name: string; readonly error: ErrorData };

type Part = { readonly start: number; readonly end: number; readonly first: number; readonly last: number };

/**
 * Each part comes after the attachments of its messages, and `part` is the same for both. A mailbox that is one part keeps its
 * name; the parts of a longer one are named by the numbers of their messages.
 * @throws WinnowError `document-too-large` for a mailbox over 2 GB, or when it turns out to hold more than 50,000 messages:
 *   those before have come by then
 */
export async function* unpackMailbox(
  mailbox: NamedBlob,
  signal?: CancelSignal,
  limits: Readonly<typeof usualLimits> = usualLimits,
): AsyncGenerator<MailboxItem> {
  const { name, data } = mailbox;
  if (data.size > maxMailboxBytes) {
    throw new WinnowError(
      'document-too-large',
      `“${name}” is a mailbox of ${Math.ceil(data.size / mebibyte)} MB; the limit is ${maxMailboxBytes / mebibyte} MB. Export it from your mail program in parts, by year or by folder.`,
      { name, byteLength: data.size, maxBytes: maxMailboxBytes, reason: 'mailbox-too-long' satisfies UnpackReason },
    );
  }
  let part: Part | null = null;
  let partCount = 0;
  const partId = (): string => `${name}#${partCount}`;
  const partItem = ({ start, end, first, last }: Part, isOnly: boolean): MailboxItem => {
    const partName = isOnly ? name : `${name}/messages ${first}–${last}`;
    const item = { kind: 'part', part: partId(), name: partName, data: data.slice(start, end) } as const;
    partCount++;
    return item;
  };

  for await (const message of splitMailbox(piecesOf(mailbox))) {
    throwIfCancelled(signal);
    const { number, bytes } = message;
    const isTooMany = number > limits.maxMessages;
    if (part && (isTooMany || !fits(part, message, limits))) {
      yield partItem(part, false);
      part = null;
    }
    if (isTooMany) throw tooManyMessages(name, limits.maxMessages);
    if (!bytes) {
      yield { kind: 'failed', name: `${name}/message ${number}`, error: errorDataOf(tooLongMessage(name, message)) };
      continue;
    }
    yield* attachmentItems(name, number, messageOf(bytes), partId());
    part = grown(part, message);
  }
  if (part) yield partItem(part, partCount === 0);
}

function grown(part: Part | null, { number, start, end }: MailboxMessage): Part {
  return { start: part?.start ?? start, end, first: part?.first ?? number, last: number };
}

function fits(part: Part, { number, start, end, bytes }: MailboxMessage, limits: typeof usualLimits): boolean {
  const isNext = bytes !== null && start === part.end;
  return isNext && number - part.first < limits.partMessages && end - part.start <= limits.partBytes;
}

async function* piecesOf(mailbox: NamedBlob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < mailbox.data.size; at += pieceBytes) yield blobBytes(mailbox, at, at + pieceBytes);
}

/** Those that are documents or archives; the part's own document names the others. */
async function* attachmentItems(
  mailboxName: string,
  number: number,
  bytes: Uint8Array,
  part: string,
): AsyncGenerator<MailboxItem> {
  // Most messages have none, and need not be taken apart twice.
  if (!attachmentMark.test(new TextDecoder('latin1').decode(bytes))) return;
  // One that cannot be taken apart is told by the part's parser, which reads it as text.
  const mail = await parseMail(bytes).catch(() => null);
  if (!mail) return;
  const subject = Array.from(subjectOf(mail).replaceAll('/', '_')).slice(0, subjectChars).join('').trim();
  const folder = `${mailboxName}/${number}${subject === '' ? '' : ` ${subject}`}`;
  for (const { name, bytes: content, unread } of attachmentsOf(mail)) {
    if (unread === null) yield { kind: 'attachment', part, name: `${folder}/${name}`, data: new Blob([content]) };
  }
}

function tooManyMessages(name: string, maxMessages: number): WinnowError {
  return new WinnowError(
    'document-too-large',
    `“${name}” holds more than ${maxMessages} messages. Those up to number ${maxMessages} were read, those after it were not. Export it from your mail program in parts, by year or by folder.`,
    { name, maxMessages, reason: 'too-many-messages' satisfies UnpackReason },
  );
}

function tooLongMessage(name: string, { number, start, end }: MailboxMessage): WinnowError {
  return new WinnowError(
    'document-too-large',
    `Message ${number} of “${name}” (from byte ${start} on) is ${Math.ceil((end - start) / mebibyte)} MB long; the limit is ${maxMessageBytes / mebibyte} MB. It was not read. Save its attachments from your mail program, and add those.`,
    {
      name,
      number,
      byteLength: end - start,
      maxBytes: maxMessageBytes,
      reason: 'message-too-long' satisfies UnpackReason,
    },
  );
}
