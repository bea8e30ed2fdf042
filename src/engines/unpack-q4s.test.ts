import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { unpackQ4s } from './unpack-q4s.ts';

/** Value of a normal or zero float16, by its definition. */
function halfValue(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  return exponent === 0 ? sign * 0 : sign * 2 ** (exponent - 15) * (1 + (half & 1023) / 1024);
}

const half = fc
  .record({ sign: fc.constantFrom(0, 0x8000), exponent: fc.integer({ min: 0, max: 30 }), rest: fc.nat(1023) })
  .map(({ sign, exponent, rest }) => sign | (exponent << 10) | (exponent === 0 ? 0 : rest));
const group = fc.record({ codes: fc.array(fc.nat(15), { minLength: 32, maxLength: 32 }), scale: half, offset: half });

test.prop([fc.array(group, { minLength: 1, maxLength: 6 })])('is code × scale + offset in float32', (groups) => {
  const words = new Uint32Array(groups.length * 4);
  for (const [index, { codes }] of groups.entries()) {
    for (const [place, code] of codes.entries()) {
      const word = index * 4 + (place >> 3);
      words[word] = (words[word] ?? 0) + code * 16 ** (place & 7);
    }
  }
  const scales = Uint32Array.from(groups, ({ scale, offset }) => scale + offset * 65_536);
  const out = new Float32Array(words.length * 8);
  unpackQ4s(words, scales, out);
  const expected = groups.flatMap(({ codes, scale, offset }) =>
    codes.map((code) => Math.fround(code * halfValue(scale) + halfValue(offset))),
  );
  // Adding 0 makes -0 and 0 the same.
  expect(Array.from(out, (value) => value + 0)).toEqual(expected.map((value) => value + 0));
});

it('refuses lengths that do not belong together', () => {
  expect(() => unpackQ4s(new Uint32Array(4), new Uint32Array(2), new Float32Array(32))).toThrow(RangeError);
  expect(() => unpackQ4s(new Uint32Array(4), new Uint32Array(1), new Float32Array(31))).toThrow(RangeError);
});
