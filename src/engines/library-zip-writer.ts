// The members of a library → one zip, written as it goes.
import { Deflate } from 'fflate';
import { type CancelSignal, throwIfCancelled } from '../core/domain/cancel.ts';
import type { LibraryFileWriter } from '../core/domain/library-file.ts';
import type { ByteTarget } from './byte-target.ts';
import { crc32 } from './crc32.ts';
import { sha256 } from './sha256.ts';
import { directoryEntry, endRecords, localHeader, type WrittenEntry } from './zip-records.ts';

/** Packed between two pauses: some 20 ms of work. */
const piecePackedBytes = 1024 * 1024;
/** Nothing that unpacks to more times its size is packed: readers take such members for bombs. */
const maxRatio = 100;
const packingLevel = 6;

/** @param pause lets a message that cancels have its turn while much is packed */
export function createLibraryZipWriter(target: ByteTarget, pause: () => Promise<void>): LibraryFileWriter {
  const entries: WrittenEntry[] = [];
  let offset = 0;
  const write = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    offset += bytes.length;
    await target.write(bytes);
  };
  return {
    add: async (path, content, packing, signal) => {
      throwIfCancelled(signal);
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
      const hash = await sha256(bytes);
      const packed = packing === 'deflated' ? await deflate(bytes, pause, signal) : null;
      const body = packed && packed.packedBytes * maxRatio > bytes.length ? packed.pieces : [bytes];
      const entry: WrittenEntry = {
        name: new TextEncoder().encode(path),
        method: body === packed?.pieces ? 8 : 0,
        crc: crc32(bytes),
        packedBytes: body.reduce((sum, piece) => sum + piece.length, 0),
        bytes: bytes.length,
        offset,
      };
      entries.push(entry);
      await write(localHeader(entry));
      for (const piece of body) {
        throwIfCancelled(signal);
        await write(piece);
      }
      return { path, bytes: bytes.length, sha256: hash };
    },
    finish: async () => {
      const start = offset;
      for (const entry of entries) await write(directoryEntry(entry));
      await write(endRecords(entries.length, start, offset - start));
      return target.close();
    },
    abort: () => target.abort(),
  };
}

async function deflate(
  bytes: Uint8Array<ArrayBuffer>,
  pause: () => Promise<void>,
  signal: CancelSignal | undefined,
): Promise<{ readonly pieces: readonly Uint8Array<ArrayBuffer>[]; readonly packedBytes: number }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let packedBytes = 0;
  const packer = new Deflate({ level: packingLevel }, (piece) => {
    // SAFETY: fflate makes its arrays with `new Uint8Array(length)`, never over shared memory.
    pieces.push(piece as Uint8Array<ArrayBuffer>);
    packedBytes += piece.length;
  });
  for (let at = 0; at < bytes.length || at === 0; at += piecePackedBytes) {
    const end = Math.min(at + piecePackedBytes, bytes.length);
    packer.push(bytes.subarray(at, end), end === bytes.length);
    if (end === bytes.length) break;
    await pause();
    throwIfCancelled(signal);
  }
  return { pieces, packedBytes };
}
