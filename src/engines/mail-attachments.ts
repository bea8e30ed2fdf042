import type { Attachment, Email } from 'postal-mime';
import { sniff } from '../core/corpus/documents/sniff.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import { cleanMemberPath, uniqueNames } from './zip-path.ts';

/** Named in a warning one by one; a mailbox may hold thousands of pictures. */
const maxNamed = 20;

/** What attachments without a name are, for those whose kind their bytes do not tell. */
const endings: Readonly<Record<string, string>> = {
  'message/rfc822': '.eml',
  'text/html': '.html',
  'text/csv': '.csv',
  'text/markdown': '.md',
  'text/calendar': '.ics',
};

export type NamedAttachment = {
  /** Unique in its e-mail, without `/`. */
  readonly name: string;
  /** Null for one that becomes a document, or is opened; else what it is: completes "it is …". */
  readonly unread: string | null;
};

export type MailAttachment = NamedAttachment & { readonly bytes: Uint8Array<ArrayBuffer> };

/** The attachments of an e-mail: pictures in its text are among them. */
export function attachmentsOf(mail: Pick<Email, 'attachments'>): readonly MailAttachment[] {
  const uniqueName = uniqueNames();
  return mail.attachments.map((attachment, place) => {
    const name = uniqueName(nameOf(attachment, place));
    const bytes = bytesOf(attachment);
    return { name, bytes, unread: unreadReason(attachment, name, bytes) };
  });
}

/** One warning that names what did not become a document, and why. */
export function unreadWarnings(attachments: readonly NamedAttachment[]): readonly DocumentWarning[] {
  const unread = attachments.flatMap(({ name, unread: reason }) => (reason === null ? [] : [`${name} (${reason})`]));
  if (unread.length === 0) return [];
  const what = unread.length === 1 ? 'One attachment was' : `${unread.length} attachments were`;
  const named = unread.slice(0, maxNamed).join(', ');
  const rest = unread.length > maxNamed ? `, and ${unread.length - maxNamed} more` : '';
  return [{ code: 'part-not-read', message: `${what} not read: ${named}${rest}.` }];
}

function nameOf({ filename, mimeType }: Attachment, place: number): string {
  const given = cleanMemberPath(filename ?? '').replaceAll('/', '_');
  const ending = endings[mimeType] ?? '';
  if ((filename ?? '').trim() === '') return `part ${place + 1}${ending}`;
  // An e-mail in an e-mail is named by its subject.
  return mimeType === 'message/rfc822' && !given.toLowerCase().endsWith('.eml') ? `${given}.eml` : given;
}

function bytesOf({ content }: Attachment): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

function unreadReason({ mimeType }: Attachment, name: string, bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'empty';
  if (/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/.test(mimeType)) return 'a signature';
  if (/^application\/(?:vnd\.)?ms-tnef$/.test(mimeType)) return 'a wrapping that only Outlook opens';
  const type = sniff(bytes, name);
  return type.readable || type.mediaType === 'application/zip' ? null : type.label;
}
