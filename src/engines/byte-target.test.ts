import { describe, expect, it } from 'vitest';
import type { SaveTarget } from '../core/domain/library-file.ts';
import { openByteTarget } from './byte-target.ts';

/** A file on the person's disk that takes so many bytes. */
function diskFile(roomBytes: number, sizeBefore = 0) {
  const written: Uint8Array[] = [];
  const calls: string[] = [];
  const target: SaveTarget = {
    name: 'mine.zip',
    createWritable: async () => ({
      write: async (bytes) => {
        calls.push('write');
        roomBytes -= bytes.length;
        if (roomBytes < 0) throw new DOMException('The disk is full.', 'QuotaExceededError');
        written.push(bytes.slice());
      },
      close: async () => void calls.push('close'),
      abort: async () => void calls.push('abort'),
    }),
    getFile: async () => ({ size: sizeBefore, arrayBuffer: async () => new ArrayBuffer(0) }),
    remove: async () => void calls.push('remove'),
  };
  return { target, written, calls };
}

const pattern = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);

describe('a file that the person chose', () => {
  it('gets every byte in order, in few pieces', async () => {
    const { target, written, calls } = diskFile(Number.POSITIVE_INFINITY);
    const opened = await openByteTarget(target, 0);
    const bytes = pattern(10_000_000);
    for (let at = 0; at < bytes.length; at += 999_983) await opened.write(bytes.slice(at, at + 999_983));
    expect(await opened.close()).toBeNull();
    expect(Buffer.compare(Buffer.concat(written), bytes)).toBe(0);
    expect(calls).toEqual(['write', 'write', 'write', 'close']);
  });

  it('is named when it cannot be written, and an empty one that choosing made goes again', async () => {
    const { target, calls } = diskFile(5_000_000);
    const opened = await openByteTarget(target, 0);
    await expect(opened.write(pattern(10_000_000))).rejects.toMatchObject({
      code: 'library-file-unwritable',
      details: { name: 'mine.zip', reason: 'QuotaExceededError: The disk is full.' },
    });
    await opened.abort();
    expect(calls.slice(-2)).toEqual(['abort', 'remove']);
  });

  it('stays when it held something before', async () => {
    const { target, calls } = diskFile(0, 77);
    await (await openByteTarget(target, 0)).abort();
    expect(calls).toEqual(['abort']);
  });
});

it('where there is neither dialog nor file system the file is a Blob, however long', async () => {
  for (const expectedBytes of [0, 1e10]) {
    const opened = await openByteTarget(null, expectedBytes);
    const bytes = pattern(5_000_000);
    await opened.write(bytes);
    const file = await opened.close();
    expect(Buffer.compare(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)), bytes)).toBe(0);
  }
});
