// The records of a zip (PKWARE APPNOTE 6.3.10). Own ones, since the same members must give the same bytes, also beyond 4 GB
// and 65,535 members, where zip64 fields are needed.

const max16 = 0xffff;
const max32 = 0xffffffff;
/** Names are UTF-8. */
const flags = 0x0800;
/** 1 January 1980, the first day that a zip knows: when a library was exported must not change its bytes. */
const firstDay = 0x0021;
/** Of the format: 2.0 for folders and deflate, 4.5 for zip64. */
const plainVersion = 20;
const zip64Version = 45;

export type WrittenEntry = {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
};

/** Members are far below 4 GB, so that their own sizes always fit. */
export function localHeader({ name, method, crc, packedBytes, bytes }: WrittenEntry): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(30 + name.length));
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(4, plainVersion, true);
  view.setUint16(6, flags, true);
  view.setUint16(8, method, true);
  view.setUint16(12, firstDay, true);
  view.setUint32(14, crc, true);
  view.setUint32(18, packedBytes, true);
  view.setUint32(22, bytes, true);
  view.setUint16(26, name.length, true);
  return withName(view, 30, name);
}

export function directoryEntry({
  name,
  method,
  crc,
  packedBytes,
  bytes,
  offset,
}: WrittenEntry): Uint8Array<ArrayBuffer> {
  const isFar = offset >= max32;
  const view = new DataView(new ArrayBuffer(46 + name.length + (isFar ? 12 : 0)));
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, isFar ? zip64Version : plainVersion, true);
  view.setUint16(6, isFar ? zip64Version : plainVersion, true);
  view.setUint16(8, flags, true);
  view.setUint16(10, method, true);
  view.setUint16(14, firstDay, true);
  view.setUint32(16, crc, true);
  view.setUint32(20, packedBytes, true);
  view.setUint32(24, bytes, true);
  view.setUint16(28, name.length, true);
  view.setUint16(30, isFar ? 12 : 0, true);
  view.setUint32(42, isFar ? max32 : offset, true);
  if (isFar) {
    view.setUint16(46 + name.length, 1, true);
    view.setUint16(48 + name.length, 8, true);
    setUint64(view, 50 + name.length, offset);
  }
  return withName(view, 46, name);
}

/** @param start offset of the first directory entry; @param size of all of them, in bytes */
export function endRecords(count: number, start: number, size: number): Uint8Array<ArrayBuffer> {
  const isWide = count >= max16 || start >= max32 || size >= max32;
  const view = new DataView(new ArrayBuffer(22 + (isWide ? 76 : 0)));
  if (isWide) {
    view.setUint32(0, 0x06064b50, true);
    setUint64(view, 4, 44);
    view.setUint16(12, zip64Version, true);
    view.setUint16(14, zip64Version, true);
    setUint64(view, 24, count);
    setUint64(view, 32, count);
    setUint64(view, 40, size);
    setUint64(view, 48, start);
    view.setUint32(56, 0x07064b50, true);
    setUint64(view, 64, start + size);
    view.setUint32(72, 1, true);
  }
  const end = view.byteLength - 22;
  view.setUint32(end, 0x06054b50, true);
  view.setUint16(end + 8, Math.min(count, max16), true);
  view.setUint16(end + 10, Math.min(count, max16), true);
  view.setUint32(end + 12, Math.min(size, max32), true);
  view.setUint32(end + 16, Math.min(start, max32), true);
  return new Uint8Array(view.buffer);
}

/** Exact up to 2^53, far beyond any file. */
function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}

function withName(view: DataView<ArrayBuffer>, at: number, name: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(view.buffer);
  bytes.set(name, at);
  return bytes;
}
