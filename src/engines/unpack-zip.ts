// A zip archive → its files, one at a time. DOCX, EPUB and their like are archives too, but documents: they stay whole.
import { sniff } from '../core/corpus/documents/sniff.ts';
import { isSystemFile } from '../core/corpus/documents/system-files.ts';
import type { CancelSignal } from '../core/domain/cancel.ts';
import { errorDataOf, isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { Unpacked, UnpackReason } from '../core/domain/unpacked.ts';
import { readableType } from './parse-document.ts';
import type { UnpackBudget } from './unpack-budget.ts';
import { readZipDirectory, type ZipDirectory, type ZipEntry } from './zip-directory.ts';
import { zipEntryChunks } from './zip-entry-chunks.ts';

/** Shows what a file is. */
const headBytes = 65_536;
/** Held in this thread's memory while a file is unpacked; browsers move the rest to the disk when there is much. */
const pieceBytes = 16 * 1024 * 1024;

export type NamedBlob = { readonly name: string; readonly data: Blob };
type Left = Exclude<Unpacked, { readonly kind: 'file' }>;
export type ZipMember = ({ readonly kind: 'member' } & NamedBlob) | Left;

export function isZip(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, 4));
  return start === 'PK\x03\x04' || start === 'PK\x05\x06';
}

/**
 * The archive's list of contents; null where it is a document in itself: an Office file (Open Packaging Conventions),
 * OpenDocument, EPUB, or an iWork file. Told by names at the archive's root, so that a folder `word/` of the person's is no Word file.
 * @throws WinnowError `document-damaged`, `document-too-large`
 */
export async function archiveDirectory(file: NamedBlob): Promise<ZipDirectory | null> {
  const directory = await readZipDirectory(file);
  const names = new Set(directory.entries.map(({ rawPath }) => rawPath));
  const isDocument =
    names.has('[Content_Types].xml') ||
    names.has('mimetype') ||
    names.has('META-INF/container.xml') ||
    (names.has('META-INF/manifest.xml') && names.has('content.xml')) ||
    names.has('Index/Document.iwa');
  return isDocument ? null : directory;
}

/**
 * The archive's files in its own order. One that cannot be had is told as `failed`, and the others go on.
 * @throws WinnowError `document-empty` for an archive of no files, `document-encrypted` where all are locked
 */
export async function* zipMembers(
  archive: NamedBlob,
  directory: ZipDirectory,
  budget: UnpackBudget,
  signal?: CancelSignal,
): AsyncGenerator<ZipMember> {
  const { entries, lostCount } = directory;
  const wanted = entries.filter((entry) => !isLeftOut(entry));
  if (entries.length === 0 && lostCount === 0) {
    throw new WinnowError('document-empty', `“${archive.name}” is an archive without any file in it.`, {
      name: archive.name,
      fileCount: 0,
    });
  }
  if (wanted.length > 0 && wanted.every(({ isEncrypted }) => isEncrypted)) {
    const message = `“${archive.name}” is locked with a password. Unpack it with its password, and add the files.`;
    throw new WinnowError('document-encrypted', message, {
      name: archive.name,
      reason: 'archive-locked' satisfies UnpackReason,
    });
  }
  for (const entry of entries) {
    const name = `${archive.name}/${entry.path}`;
    if (isLeftOut(entry)) {
      yield { kind: 'left-out', name };
      continue;
    }
    try {
      yield { kind: 'member', name, data: await unpacked(archive, entry, name, budget, signal) };
    } catch (error) {
      if (isCancelled(error)) throw error;
      yield { kind: 'failed', name, error: errorDataOf(error) };
    }
  }
  if (lostCount > 0) {
    const message = `“${archive.name}” is damaged: its list of contents breaks off, and ${lostCount} more files in it were not found. Get the archive again.`;
    const details = { name: archive.name, lostCount, reason: 'archive-broken' satisfies UnpackReason };
    yield { kind: 'failed', name: archive.name, error: { code: 'document-damaged', message, details } };
  }
}

function isLeftOut(entry: ZipEntry): boolean {
  return entry.isLink || isSystemFile(entry.path);
}

/**
 * The whole file, once its beginning shows that it is worth unpacking: films and photos are not, and most of an archive.
 * @throws WinnowError like `zipEntryChunks`, `readableType` and the budget
 */
async function unpacked(
  archive: NamedBlob,
  entry: ZipEntry,
  name: string,
  budget: UnpackBudget,
  signal?: CancelSignal,
): Promise<Blob> {
  let data = new Blob([]);
  let pieces: BlobPart[] = [];
  let heldBytes = 0;
  let isChecked = false;
  for await (const chunk of zipEntryChunks(archive, entry, name, signal)) {
    // SAFETY: neither fflate nor a Blob makes views of shared memory.
    pieces.push(chunk as Uint8Array<ArrayBuffer>);
    heldBytes += chunk.length;
    if (!isChecked && heldBytes >= headBytes) {
      assertWorthUnpacking(new Uint8Array(await new Blob(pieces).slice(0, headBytes).arrayBuffer()), name, entry.size);
      budget.take(name, entry.size);
      isChecked = true;
    }
    if (heldBytes < pieceBytes) continue;
    data = new Blob([data, ...pieces]);
    pieces = [];
    heldBytes = 0;
  }
  if (!isChecked) budget.take(name, entry.size);
  return new Blob([data, ...pieces]);
}

/** An archive or a mailbox may be longer than a document: it is opened. */
function assertWorthUnpacking(head: Uint8Array, name: string, byteLength: number): void {
  const type = sniff(head, name);
  if (isZip(head) && !type.readable) return;
  if (type.readable && type.format === 'mbox') return;
  readableType(name, head, byteLength);
}
