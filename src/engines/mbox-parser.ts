// A mailbox, or a part of one (`unpack-mailbox.ts`): each message becomes a section under a heading that says what about,
// from whom and when. One message at a time is decoded.
import { createDocumentBuilder, type DocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { isHeaderLine } from '../core/corpus/documents/mailbox-line.ts';
import { textToBlocks } from '../core/corpus/documents/text-to-blocks.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import type { Parser } from '../core/domain/ports.ts';
import { attachmentsOf, type NamedAttachment, unreadWarnings } from './mail-attachments.ts';
import { messageOf } from './mailbox-message.ts';
import { nextTask } from './next-task.ts';
import { addMail, parseMail, senderOf, subjectOf } from './parse-mail.ts';
import { splitMailbox } from './split-mailbox.ts';
import { decodeText } from './text-decoding.ts';

/** Messages between two looks at the cancel signal. */
const messagesPerTurn = 20;
/** Broken messages named one by one. */
const maxNamed = 20;

export const mboxParser: Parser = {
  mediaTypes: ['application/mbox'],
  parse: async (file, options) => {
    const builder = createDocumentBuilder();
    const unread: NamedAttachment[] = [];
    const broken: string[] = [];
    for await (const { number, bytes } of splitMailbox([file.bytes])) {
      // A blank line or two at the file's beginning.
      if (bytes && isBlank(bytes)) continue;
      const what = bytes
        ? await addMessage(builder, messageOf(bytes), number, unread)
        : 'is too long to be one message, and was not read';
      if (what !== null) broken.push(`message ${number} ${what}`);
      if (number % messagesPerTurn === 0) {
        await nextTask();
        throwIfCancelled(options?.signal);
      }
    }
    const warnings = [...brokenWarnings(broken), ...unreadWarnings(unread)];
    return { mediaType: 'application/mbox', title: null, warnings, ...builder.finish() };
  },
};

/** Adds the message. Null when all is well, else what is wrong with it: completes "message 3 …". */
async function addMessage(
  builder: DocumentBuilder,
  bytes: Uint8Array,
  number: number,
  unread: NamedAttachment[],
): Promise<string | null> {
  const hasHead = isHeaderLine(String.fromCharCode(...bytes.subarray(0, 80)));
  const mail = hasHead ? await parseMail(bytes).catch(() => null) : null;
  if (mail) {
    const when = mail.date === undefined ? '' : /^\d{4}-\d{2}-\d{2}/.exec(mail.date)?.[0];
    const whoAndWhen = [senderOf(mail), when].filter(Boolean).join(', ');
    addMail(builder, mail, `${subjectOf(mail) || 'No subject'}${whoAndWhen === '' ? '' : ` (${whoAndWhen})`}`);
    // By name only: their bytes must not stay until the mailbox's end.
    for (const { name, unread: reason } of attachmentsOf(mail)) unread.push({ name, unread: reason });
    return null;
  }
  // Its words are kept: they may be what somebody looks for.
  const text = decodeText(bytes).text.replaceAll('\r\n', '\n');
  builder.addBlock('heading', `Message ${number}`, 1);
  for (const { kind, text: blockText } of textToBlocks(text, new Set())) builder.addBlock(kind, blockText);
  return hasHead ? 'cannot be taken apart, and was read as plain text' : 'has no head, and was read as plain text';
}

function brokenWarnings(broken: readonly string[]): readonly DocumentWarning[] {
  if (broken.length === 0) return [];
  const named = broken.slice(0, maxNamed).join('; ');
  const rest = broken.length > maxNamed ? `; and ${broken.length - maxNamed} more` : '';
  const what = broken.length === 1 ? 'One message is broken' : `${broken.length} messages are broken`;
  return [{ code: 'part-not-read', message: `${what}: ${named}${rest}. The others were read.` }];
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x0a || byte === 0x0d || byte === 0x20);
}
