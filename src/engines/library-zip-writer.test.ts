import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openByteTarget } from './byte-target.ts';
import { openLibraryZip } from './library-zip-reader.ts';
import { createLibraryZipWriter } from './library-zip-writer.ts';
import { nextTask } from './next-task.ts';

async function zipOf(members: Readonly<Record<string, string | ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const writer = createLibraryZipWriter(await openByteTarget(null, 0), nextTask);
  for (const [path, content] of Object.entries(members)) await writer.add(path, content, 'deflated');
  const file = await writer.finish();
  return new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
}

const readerOf = (bytes: Uint8Array<ArrayBuffer>) => openLibraryZip({ name: 'library.zip', data: new Blob([bytes]) });

describe('the archive', () => {
  it('is one that another reader unpacks too, also where members are longer than a piece', async () => {
    // Of no pattern, so that packing it takes many pieces.
    const random = new Uint32Array(700_000);
    for (let at = 0, state = 1; at < random.length; at++)
      random[at] = state = Math.imul(state, 1_664_525) + 1_013_904_223;
    const members = { 'a/ä 🦓.txt': 'Hello', empty: '', long: 'abcdefgh '.repeat(500_000), random: random.buffer };
    const bytes = await zipOf(members);
    const unpacked = unzipSync(bytes);
    expect(Object.keys(unpacked)).toEqual(Object.keys(members));
    expect(new TextDecoder().decode(unpacked['a/ä 🦓.txt'])).toBe('Hello');
    expect(unpacked['long']?.length).toBe(4_500_000);
    expect(Buffer.compare(unpacked['random'] ?? new Uint8Array(), new Uint8Array(random.buffer))).toBe(0);
    const reader = await readerOf(bytes);
    for (const [path, content] of Object.entries(unpacked)) {
      expect(Buffer.compare(new Uint8Array(await reader.read(path)), content)).toBe(0);
    }
  });

  it('holds nothing that a reader takes for a bomb', async () => {
    const bytes = await zipOf({ zeros: new ArrayBuffer(20_000_000) });
    // It would pack to a thousandth.
    expect(bytes.length).toBeGreaterThan(20_000_000);
    expect((await (await readerOf(bytes)).read('zeros')).byteLength).toBe(20_000_000);
  });
});

describe('the reader', () => {
  it('says what is no library, or no zip at all', async () => {
    await expect(readerOf(new Uint8Array(100))).rejects.toMatchObject({
      code: 'library-file-damaged',
      details: { member: 'library.zip' },
    });
    const bytes = await zipOf({ a: 'one', b: 'two' });
    const reader = await readerOf(bytes);
    await expect(reader.read('c')).rejects.toMatchObject({ code: 'library-file-damaged', details: { member: 'c' } });
    expect(reader.textOf(Uint8Array.of(0xff, 0xfe).buffer)).toBeUndefined();
    await expect(reader.read('a', { aborted: true })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
