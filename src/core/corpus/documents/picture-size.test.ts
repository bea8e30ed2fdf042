import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pictureSize } from './picture-size.ts';

const folder = new URL('../../../engines/fixtures/documents/pictures/', import.meta.url);
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)));
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['notice.png', 'image/png'],
  ['notice.jpg', 'image/jpeg'],
  ['notice.gif', 'image/gif'],
  ['notice.webp', 'image/webp'],
  ['notice.bmp', 'image/bmp'],
])('%s says how large it is', (name, mediaType) => {
  expect(pictureSize(read(name), mediaType)).toEqual({ width: 900, height: 420 });
});

it('other headers of the same formats are read too', () => {
  const lossless = bytesOf('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x83\x43\x27\0\0\0\0\0');
  expect(pictureSize(lossless, 'image/webp')).toEqual({ width: 900, height: 158 });
  const extended = bytesOf('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x83\x03\0\xa3\x01\0\0');
  expect(pictureSize(extended, 'image/webp')).toEqual({ width: 900, height: 420 });
  const upsideDown = new Uint8Array(30);
  const view = new DataView(upsideDown.buffer);
  view.setUint32(14, 40, true);
  view.setInt32(18, 900, true);
  view.setInt32(22, -420, true);
  expect(pictureSize(upsideDown, 'image/bmp')).toEqual({ width: 900, height: 420 });
  view.setUint32(14, 12, true);
  view.setUint16(18, 900, true);
  view.setUint16(20, 420, true);
  expect(pictureSize(upsideDown, 'image/bmp')).toEqual({ width: 900, height: 420 });
});

it('a picture whose beginning is missing or wrong has no size, and nothing is thrown', () => {
  for (const [name, mediaType] of [
    ['notice.png', 'image/png'],
    ['notice.jpg', 'image/jpeg'],
    ['notice.gif', 'image/gif'],
    ['notice.webp', 'image/webp'],
    ['notice.bmp', 'image/bmp'],
  ] as const) {
    const bytes = read(name);
    for (let length = 0; length < 10; length++) expect(pictureSize(bytes.slice(0, length), mediaType)).toBeNull();
    expect(pictureSize(new Uint8Array(40), mediaType)).toBeNull();
  }
  expect(pictureSize(bytesOf('\xff\xd8\xff\xda\0\x04ab'), 'image/jpeg')).toBeNull();
  expect(pictureSize(read('notice.png'), 'image/tiff')).toBeNull();
});
