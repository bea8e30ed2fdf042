import { sniff } from '../core/corpus/documents/sniff.ts';
import { type CancelSignal, throwIfCancelled } from '../core/domain/cancel.ts';
import { errorDataOf, isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { Unpacked, UnpackReason } from '../core/domain/unpacked.ts';
import { blobBytes } from './blob-bytes.ts';
import { attachmentsOf } from './mail-attachments.ts';
import { maxDocumentBytes, readableType } from './parse-document.ts';
import { parseMail } from './parse-mail.ts';
import { createUnpackBudget, type UnpackBudget } from './unpack-budget.ts';
import { unpackMailbox } from './unpack-mailbox.ts';
import { archiveDirectory, isZip, type NamedBlob, zipMembers } from './unpack-zip.ts';
import type { ZipDirectory } from './zip-directory.ts';

/** Shows what a file is. */
const headBytes = 65_536;
/** An archive in an archive is opened, one in that is not. */
const maxZipDepth = 2;
/** Archives, mailboxes and e-mails that a file may lie in, all together. */
const maxDepth = 4;

type Place = {
  readonly budget: UnpackBudget;
  readonly signal: CancelSignal | undefined;
  /** Files that this one lies in, and how many of those are archives. */
  readonly depth: number;
  readonly zipDepth: number;
  /** The e-mail that this file came with, or with which the archive came that it lies in. */
  readonly attachmentOf?: string;
};

/**
 * What comes out of a file that the person added, one at a time, while it is asked for: see `Unpacked`. Archives, mailboxes
 * and e-mails are opened; of any other file comes the file itself. Nothing is lost without a word: each file inside comes as
 * a file, as `failed` or as `left-out`.
 * @throws WinnowError `document-…` where the file as a whole cannot be read; Cancelled
 */
export function unpackFile(file: NamedBlob, signal?: CancelSignal): AsyncGenerator<Unpacked, void, void> {
  return open(file, { budget: createUnpackBudget(), signal, depth: 0, zipDepth: 0 });
}

async function* open(file: NamedBlob, place: Place): AsyncGenerator<Unpacked, void, void> {
  throwIfCancelled(place.signal);
  if (place.depth > maxDepth) throw tooDeep(file.name);
  const head = await blobBytes(file, 0, headBytes);
  if (isZip(head)) {
    const directory = await directoryOrNull(file, head);
    if (directory) return yield* openArchive(file, directory, place);
  } else {
    const type = sniff(head, file.name);
    if (type.readable && type.format === 'mbox') return yield* openMailbox(file, place);
    if (type.readable && type.format === 'eml' && file.data.size <= maxDocumentBytes.eml) {
      return yield* openMail(file, place);
    }
  }
  readableType(file.name, head, file.data.size);
  yield { kind: 'file', ...file, ...attachmentOf(place) };
}

/** Null for a document, also for one that is damaged: its parser says more. */
async function directoryOrNull(file: NamedBlob, head: Uint8Array): Promise<ZipDirectory | null> {
  try {
    return await archiveDirectory(file);
  } catch (error) {
    if (sniff(head, file.name).readable) return null;
    throw error;
  }
}

async function* openArchive(file: NamedBlob, directory: ZipDirectory, place: Place): AsyncGenerator<Unpacked> {
  if (place.zipDepth >= maxZipDepth) throw tooDeep(file.name);
  const inside = { ...place, depth: place.depth + 1, zipDepth: place.zipDepth + 1 };
  for await (const member of zipMembers(file, directory, place.budget, place.signal)) {
    if (member.kind === 'member') yield* openInside({ name: member.name, data: member.data }, inside);
    else if (member.kind === 'failed') yield { ...member, ...attachmentOf(place) };
    else yield member;
  }
}

async function* openMailbox(file: NamedBlob, place: Place): AsyncGenerator<Unpacked> {
  for await (const item of unpackMailbox(file, place.signal)) {
    if (item.kind === 'failed') yield { ...item, ...attachmentOf(place) };
    else if (item.kind === 'attachment') yield* openAttachment({ name: item.name, data: item.data }, item.part, place);
    else yield { kind: 'file', name: item.name, data: item.data, mailId: item.part, ...attachmentOf(place) };
  }
}

/** The attachments first, so that the e-mail's document can name those that failed. */
async function* openMail(file: NamedBlob, place: Place): AsyncGenerator<Unpacked> {
  const bytes = await blobBytes(file, 0, file.data.size);
  // One that cannot be taken apart comes as it is: its parser says why.
  const mail = await parseMail(bytes).catch(() => null);
  const mailId = file.name;
  for (const { name, bytes: content, unread } of mail ? attachmentsOf(mail) : []) {
    if (unread !== null) continue;
    yield* openAttachment({ name: `${file.name}/${name}`, data: new Blob([content]) }, mailId, place);
  }
  yield { kind: 'file', ...file, mailId, ...attachmentOf(place) };
}

async function* openAttachment(file: NamedBlob, mailId: string, place: Place): AsyncGenerator<Unpacked> {
  const inside = { ...place, depth: place.depth + 1, attachmentOf: mailId };
  try {
    place.budget.take(file.name, file.data.size);
  } catch (error) {
    yield { kind: 'failed', name: file.name, error: errorDataOf(error), attachmentOf: mailId };
    return;
  }
  yield* openInside(file, inside);
}

/** A file inside another: when it fails, the others go on. */
async function* openInside(file: NamedBlob, place: Place): AsyncGenerator<Unpacked> {
  try {
    yield* open(file, place);
  } catch (error) {
    if (isCancelled(error)) throw error;
    yield { kind: 'failed', name: file.name, error: errorDataOf(error), ...attachmentOf(place) };
  }
}

function tooDeep(name: string): WinnowError {
  const message = `“${name}” lies too deep in archives and e-mails, and was not opened: an archive in an archive is, one in that is not. Unpack it yourself, and add it.`;
  return new WinnowError('document-too-large', message, {
    name,
    maxZipDepth,
    maxDepth,
    reason: 'too-deep' satisfies UnpackReason,
  });
}

function attachmentOf(place: Place): { readonly attachmentOf?: string } {
  return place.attachmentOf === undefined ? {} : { attachmentOf: place.attachmentOf };
}
