// The list of contents at a zip's end (PKWARE APPNOTE 6.3.10), read without reading the archive: with zip64, as archives
// over 4 GB and those of many tools have it, and with bytes ahead of the archive, as self-unpacking ones have them.
import { WinnowError } from '../core/domain/errors.ts';
import type { UnpackReason } from '../core/domain/unpacked.ts';
import { blobBytes } from './blob-bytes.ts';
import { cleanMemberPath, decodeMemberName, uniqueNames } from './zip-path.ts';

const mebibyte = 1024 * 1024;
/** More would be a folder of files that nobody reads. Also of what is left out. */
const maxZipEntries = 20_000;
/** Of the list itself: room for names of 1,500 bytes in the fullest archive. */
const maxDirectoryBytes = 32 * mebibyte;

const endRecord = 0x06054b50;
const endRecordBytes = 22;
/** The end record is followed by a comment of at most 65,535 bytes. */
const endSearchBytes = endRecordBytes + 0xffff;
const zip64Locator = 0x07064b50;
const zip64LocatorBytes = 20;
const zip64Record = 0x06064b50;
const zip64RecordBytes = 56;
const directoryEntry = 0x02014b50;
const directoryEntryBytes = 46;
const zip64Field = 0x0001;
const unicodePathField = 0x7075;
const max16 = 0xffff;
const max32 = 0xffffffff;
/** Systems, in the upper byte of "made by", whose file modes the entry carries. */
const unixSystems = new Set([3, 19]);
const linkMode = 0o120000;

/** One member of an archive; folders are none. Sizes and offsets in bytes. */
export type ZipEntry = {
  /** As the archive spells it. */
  readonly rawPath: string;
  /** For a document's name; no other entry of the archive has the same. */
  readonly path: string;
  readonly isEncrypted: boolean;
  /** A link to another file, with that file's path as its contents. */
  readonly isLink: boolean;
  /** How it is packed: 0 not at all, 8 deflate. */
  readonly method: number;
  readonly crc32: number;
  readonly packedSize: number;
  readonly size: number;
  /** Of its header, from the file's start. */
  readonly headerOffset: number;
};

export type ZipDirectory = {
  readonly entries: readonly ZipEntry[];
  /** Entries that the list announces, but that are cut off or damaged in it. */
  readonly lostCount: number;
};

type Place = { readonly count: number; readonly size: number; readonly offset: number; readonly end: number };

/** @throws WinnowError `document-damaged` where there is no list of contents, `document-too-large` past `maxEntries` */
export async function readZipDirectory(
  file: { readonly name: string; readonly data: Blob },
  maxEntries = maxZipEntries,
): Promise<ZipDirectory> {
  const place = await findDirectory(file);
  if (place.count > maxEntries) {
    throw new WinnowError(
      'document-too-large',
      `“${file.name}” holds ${place.count} files; the limit is ${maxEntries}. Unpack it and add what you need, or make several archives of it.`,
      {
        name: file.name,
        fileCount: place.count,
        maxFileCount: maxEntries,
        reason: 'too-many-files' satisfies UnpackReason,
      },
    );
  }
  // What lies ahead of the archive moved everything by the same distance, the list of contents too.
  const shift = place.end - place.size - place.offset;
  if (shift < 0 || place.size > maxDirectoryBytes) throw damagedArchive(file.name);
  const bytes = await blobBytes(file, place.end - place.size, place.end);
  const uniqueName = uniqueNames();
  const entries: ZipEntry[] = [];
  let readCount = 0;
  // To the list's end, whatever count it announces: a damaged count must hide nothing.
  for (let at = 0; at < bytes.length && readCount < maxEntries; readCount++) {
    const next = readEntry(bytes, at);
    if (!next) break;
    at = next.end;
    const { entry } = next;
    if (entry.size === 0 && /[/\\]$/.test(entry.rawPath)) continue;
    const path = uniqueName(cleanMemberPath(entry.rawPath));
    entries.push({ ...entry, path, headerOffset: entry.headerOffset + shift });
  }
  return { entries, lostCount: Math.max(0, place.count - readCount) };
}

async function findDirectory(file: { readonly name: string; readonly data: Blob }): Promise<Place> {
  const tailStart = Math.max(0, file.data.size - endSearchBytes - zip64LocatorBytes);
  const tail = viewOf(await blobBytes(file, tailStart, file.data.size));
  for (let at = tail.byteLength - endRecordBytes; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endRecord) continue;
    if (at + endRecordBytes + tail.getUint16(at + 20, true) > tail.byteLength) continue;
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    const isZip64 = count === max16 || size === max32 || offset === max32;
    const locatorAt = at - zip64LocatorBytes;
    if (isZip64 && locatorAt >= 0 && tail.getUint32(locatorAt, true) === zip64Locator) {
      return readZip64Record(file, uint64(tail, locatorAt + 8));
    }
    return { count, size, offset, end: tailStart + at };
  }
  throw damagedArchive(file.name);
}

async function readZip64Record(file: { readonly name: string; readonly data: Blob }, recordAt: number): Promise<Place> {
  const record = viewOf(await blobBytes(file, recordAt, recordAt + zip64RecordBytes));
  if (record.byteLength < zip64RecordBytes || record.getUint32(0, true) !== zip64Record)
    throw damagedArchive(file.name);
  return { count: uint64(record, 32), size: uint64(record, 40), offset: uint64(record, 48), end: recordAt };
}

type RawEntry = Omit<ZipEntry, 'path'>;

/** Undefined where no whole entry begins at `at`. */
function readEntry(bytes: Uint8Array, at: number): { readonly entry: RawEntry; readonly end: number } | undefined {
  const view = viewOf(bytes);
  if (at + directoryEntryBytes > bytes.length || view.getUint32(at, true) !== directoryEntry) return undefined;
  const nameEnd = at + directoryEntryBytes + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const end = extraEnd + view.getUint16(at + 32, true);
  if (end > bytes.length) return undefined;
  const flags = view.getUint16(at + 8, true);
  const extra = bytes.subarray(nameEnd, extraEnd);
  const wide = wideNumbers(extraField(extra, zip64Field));
  const narrow = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  // The wide field lists only those that did not fit, in this order.
  const [size = 0, packedSize = 0, headerOffset = 0] = narrow.map((value) =>
    value === max32 ? (wide.shift() ?? value) : value,
  );
  const name = bytes.subarray(at + directoryEntryBytes, nameEnd);
  const mode = view.getUint32(at + 38, true) >>> 16;
  return {
    entry: {
      rawPath: decodeMemberName(name, (flags & 0x800) !== 0, extraField(extra, unicodePathField)),
      isEncrypted: (flags & 1) !== 0,
      isLink: unixSystems.has(view.getUint8(at + 5)) && (mode & 0o170000) === linkMode,
      method: view.getUint16(at + 10, true),
      crc32: view.getUint32(at + 16, true),
      packedSize,
      size,
      headerOffset,
    },
    end,
  };
}

/** The contents of the first extra field with that id. */
function extraField(extra: Uint8Array, id: number): Uint8Array | undefined {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === id && end <= extra.length) return extra.subarray(at + 4, end);
    at = end;
  }
  return undefined;
}

function wideNumbers(field: Uint8Array | undefined): number[] {
  if (!field) return [];
  const view = viewOf(field);
  return Array.from({ length: Math.floor(field.length / 8) }, (_, place) => uint64(view, place * 8));
}

/** Exact up to 2^53, far beyond any file. */
function uint64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function damagedArchive(name: string): WinnowError {
  return new WinnowError(
    'document-damaged',
    `“${name}” is damaged: it has no list of its contents, as an archive has that was not downloaded or copied completely. Get it again, and add it again.`,
    { name, reason: 'archive-broken' satisfies UnpackReason },
  );
}
