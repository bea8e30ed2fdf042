import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';
import { cleanMemberPath, decodeMemberName, uniqueNames } from './zip-path.ts';

const encoder = new TextEncoder();

describe('decodeMemberName', () => {
  it('reads code page 437 where the archive does not say UTF-8', () => {
    // As written by programs for DOS and Windows.
    expect(decodeMemberName(Uint8Array.of(0x47, 0x72, 0x94, 0xe1, 0x65), false)).toBe('Größe');
    expect(decodeMemberName(Uint8Array.of(0x47, 0x72, 0x6f, 0xe1), false)).toBe('Groß');
  });

  it('reads UTF-8, said or unsaid', () => {
    expect(decodeMemberName(encoder.encode('Größe 😀'), true)).toBe('Größe 😀');
    expect(decodeMemberName(encoder.encode('Größe 😀'), false)).toBe('Größe 😀');
  });

  it('takes the Unicode name beside the name only where the two belong together', () => {
    const name = encoder.encode('Gr__e');
    const field = (crc: number): Uint8Array => {
      const head = new Uint8Array(5);
      head[0] = 1;
      new DataView(head.buffer).setUint32(1, crc, true);
      return new Uint8Array([...head, ...encoder.encode('Größe')]);
    };
    expect(decodeMemberName(name, false, field(crc32(name)))).toBe('Größe');
    expect(decodeMemberName(name, false, field(7))).toBe('Gr__e');
  });
});

it.each([
  ['../../etc/passwd', 'etc/passwd'],
  ['/a//./b.txt', 'a/b.txt'],
  ['a\\b.txt', 'a/b.txt'],
  ['a/\u202etxt.exe', 'a/_txt.exe'],
  ['a\0b\nc', 'a_b_c'],
  ['..', 'without a name'],
])('cleanMemberPath(%j) is %j', (path, clean) => expect(cleanMemberPath(path)).toBe(clean));

it('names that come again get a number', () => {
  const uniqueName = uniqueNames();
  expect(['a', 'b', 'a', 'a'].map(uniqueName)).toEqual(['a', 'b', 'a (2)', 'a (3)']);
});

it('crc32 has the check value of its standard, also in pieces', () => {
  expect(crc32(encoder.encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(encoder.encode('6789'), crc32(encoder.encode('12345')))).toBe(0xcbf43926);
});
