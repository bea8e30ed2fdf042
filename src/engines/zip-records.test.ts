import { expect, it } from 'vitest';
import { readZipDirectory } from './zip-directory.ts';
import { directoryEntry, endRecords } from './zip-records.ts';

const entry = (name: string, offset: number) => ({
  name: new TextEncoder().encode(name),
  method: 0 as const,
  crc: 0x89abcdef,
  packedBytes: 1000,
  bytes: 1000,
  offset,
});

it('a list of more than 65,535 members is read back', async () => {
  const count = 66_000;
  const list = Array.from({ length: count }, (_, place) => directoryEntry(entry(`m${place}`, place * 40)));
  const size = list.reduce((sum, { length }) => sum + length, 0);
  const start = count * 40;
  const data = new Blob([new Uint8Array(start), ...list, endRecords(count, start, size)]);
  const { entries, lostCount } = await readZipDirectory({ name: 'a.zip', data }, 100_000);
  expect([entries.length, lostCount]).toEqual([count, 0]);
  const last = { rawPath: 'm65999', headerOffset: 65_999 * 40, crc32: 0x89abcdef, size: 1000 };
  expect(entries.at(-1)).toMatchObject(last);
});

it('offsets beyond 4 GB stand in fields of eight bytes', () => {
  const start = 5 * 2 ** 30 + 7;
  for (const offset of [0xffffffff, start - 1]) {
    const bytes = Buffer.from(directoryEntry(entry('last', offset)));
    expect(bytes.readUInt16LE(6)).toBe(45);
    expect(bytes.readUInt32LE(42)).toBe(0xffffffff);
    expect([bytes.readUInt16LE(50), bytes.readUInt16LE(52)]).toEqual([1, 8]);
    expect(Number(bytes.readBigUInt64LE(54))).toBe(offset);
  }
  expect(directoryEntry(entry('last', 0xfffffffe))).toHaveLength(50);
  const end = Buffer.from(endRecords(3, start, 150));
  expect([end.readUInt32LE(0), end.readUInt32LE(56), end.readUInt32LE(76)]).toEqual([
    0x06064b50, 0x07064b50, 0x06054b50,
  ]);
  expect([24, 32, 40, 48, 64].map((at) => Number(end.readBigUInt64LE(at)))).toEqual([3, 3, 150, start, start + 150]);
  expect([end.readUInt16LE(86), end.readUInt32LE(92)]).toEqual([3, 0xffffffff]);
  expect(endRecords(3, 150, 150)).toHaveLength(22);
});
