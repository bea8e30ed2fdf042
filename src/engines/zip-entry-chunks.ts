import { Inflate } from 'fflate';
import { type CancelSignal, throwIfCancelled } from '../core/domain/cancel.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { UnpackReason } from '../core/domain/unpacked.ts';
import { blobBytes } from './blob-bytes.ts';
import { crc32 } from './crc32.ts';
import type { ZipEntry } from './zip-directory.ts';

const mebibyte = 1024 * 1024;
const header = 0x04034b50;
const headerBytes = 30;
/** Read at a time. Deflate makes at most 1,032 bytes of one, so that a piece unpacks to 66 MB at the very most. */
const packedPieceBytes = 65_536;
/** Nothing that people write packs better, logs and tables of zeros included; only beyond some size it could do harm. */
const maxRatio = 250;
const ratioFreeBytes = 8 * mebibyte;

const methodNames: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};

/**
 * An entry of a zip, unpacked piece by piece; never more than its entry says.
 * @param name the entry's name as a document, for errors
 * @throws WinnowError `document-encrypted`; `document-too-large` for one that is packed suspiciously well;
 *   `document-damaged` where bytes are missing, do not unpack, or are not those that were packed (CRC-32)
 */
export async function* zipEntryChunks(
  archive: { readonly name: string; readonly data: Blob },
  entry: ZipEntry,
  name: string,
  signal?: CancelSignal,
): AsyncGenerator<Uint8Array> {
  assertUnpackable(entry, name);
  const start = await dataStart(archive, entry, name);
  const pieces: Uint8Array[] = [];
  const inflate = entry.method === 8 ? new Inflate((piece) => void pieces.push(piece)) : undefined;
  let unpackedBytes = 0;
  let crc = 0;
  for (let at = 0; at < entry.packedSize || at === 0; at += packedPieceBytes) {
    throwIfCancelled(signal);
    const end = Math.min(at + packedPieceBytes, entry.packedSize);
    const packed = await blobBytes(archive, start + at, start + end);
    if (inflate) push(inflate, packed, end === entry.packedSize, name);
    else pieces.push(packed);
    for (const piece of pieces.splice(0)) {
      unpackedBytes += piece.length;
      if (unpackedBytes > entry.size) throw damagedEntry(name, 'it unpacks to more bytes than the archive says');
      crc = crc32(piece, crc);
      if (piece.length > 0) yield piece;
    }
  }
  if (unpackedBytes < entry.size) throw damagedEntry(name, 'bytes of it are missing');
  if (crc !== entry.crc32) throw damagedEntry(name, 'its bytes are not those that were packed');
}

function assertUnpackable(entry: ZipEntry, name: string): void {
  if (entry.isEncrypted) {
    const message = `“${name}” is locked with a password. Unpack the archive with its password, and add the files.`;
    throw new WinnowError('document-encrypted', message, { name, reason: 'archive-locked' satisfies UnpackReason });
  }
  if (entry.method !== 0 && entry.method !== 8) {
    const method = methodNames[entry.method] ?? `method ${entry.method}`;
    const message = `“${name}” is packed with ${method}, which Winnow cannot unpack. Unpack the archive yourself, and add the files.`;
    throw new WinnowError('document-damaged', message, {
      name,
      method,
      reason: 'unknown-packing' satisfies UnpackReason,
    });
  }
  if (entry.size > ratioFreeBytes && entry.size > maxRatio * entry.packedSize) {
    const message = `“${name}” would unpack to more than ${maxRatio} times its size, as only files do that are made to fill a disk. If you trust it, unpack the archive yourself, and add the file.`;
    throw new WinnowError('document-too-large', message, {
      name,
      byteLength: entry.size,
      reason: 'packed-too-well' satisfies UnpackReason,
    });
  }
}

/** Where the entry's bytes begin: behind a header whose length is not that of the list of contents. */
async function dataStart(
  archive: { readonly name: string; readonly data: Blob },
  entry: ZipEntry,
  name: string,
): Promise<number> {
  const bytes = await blobBytes(archive, entry.headerOffset, entry.headerOffset + headerBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes || view.getUint32(0, true) !== header) {
    throw damagedEntry(name, 'it is not where the archive says');
  }
  const start = entry.headerOffset + headerBytes + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + entry.packedSize > archive.data.size) throw damagedEntry(name, 'the archive ends in the middle of it');
  return start;
}

function push(inflate: Inflate, packed: Uint8Array, isLast: boolean, name: string): void {
  try {
    inflate.push(packed, isLast);
  } catch (error) {
    throw damagedEntry(name, `it cannot be unpacked (${error instanceof Error ? error.message : String(error)})`);
  }
}

function damagedEntry(name: string, what: string): WinnowError {
  const message = `“${name}” is damaged: ${what}. Get the archive again, or unpack it yourself and add the file.`;
  return new WinnowError('document-damaged', message, { name, reason: 'damaged-inside' satisfies UnpackReason });
}
