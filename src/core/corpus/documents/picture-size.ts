/** Pictures whose text can be read: every browser decodes these. */
const readablePictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']);

export function isReadablePicture(mediaType: string): boolean {
  return readablePictures.has(mediaType);
}

export type PictureSize = { readonly width: number; readonly height: number };

/**
 * A picture's size in pixels, as its first bytes say, before anything is decoded: a file of few bytes can stand for more
 * pixels than there is memory. Null where they do not say.
 */
export function pictureSize(bytes: Uint8Array, mediaType: string): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeOf(view, mediaType);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeOf(view: DataView, mediaType: string): PictureSize | null {
  switch (mediaType) {
    case 'image/png':
      return { width: view.getUint32(16), height: view.getUint32(20) };
    case 'image/gif':
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case 'image/bmp':
      return bmpSize(view);
    case 'image/webp':
      return webpSize(view);
    case 'image/jpeg':
      return jpegSize(view);
    default:
      return null;
  }
}

function bmpSize(view: DataView): PictureSize {
  // The oldest header has 12 bytes. A negative height means that the rows come from the top.
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

function webpSize(view: DataView): PictureSize | null {
  const kind = String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15));
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8X') return null;
  const at = (offset: number): number => view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16) + 1;
  return { width: at(24), height: at(27) };
}

/** The first frame's header, behind segments of any kind. */
function jpegSize(view: DataView): PictureSize | null {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Bytes that fill up.
    if (marker === 0xff) {
      at++;
      continue;
    }
    // Frames of all kinds; among their numbers are three of tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // The picture itself begins, without a header before it.
    if (marker === 0xda) return null;
    at += 2 + view.getUint16(at + 2);
  }
}
