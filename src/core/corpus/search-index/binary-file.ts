/**
 * The form in which parts of an index are stored: a header that names the format, a checksum, and typed arrays.
 *
 *    0  magic 'WNWX' | 4 format version | 8 checksum of everything from byte 12 | 12 length of the header's text
 *   16  the header, JSON in UTF-16 | the arrays in the header's order, each at a multiple of 8 bytes
 *
 * Numbers are in the machine's byte order, which is little-endian wherever browsers run; elsewhere the magic reads
 * backwards and the file is refused.
 */
import { WinnowError } from '../../domain/errors.ts';

/** Changes whenever parts stored before can no longer be read. */
export const formatVersion = 2;

type BinaryArray = Uint32Array | Uint16Array | Uint8Array | Float32Array;
type ArrayKind = 'u32' | 'u16' | 'u8' | 'f32';

type Header = {
  readonly data: unknown;
  readonly arrays: readonly { readonly name: string; readonly kind: ArrayKind; readonly length: number }[];
};

/** Arrays are views of the file's buffer. Asking for one that was not written is a fault of ours and throws. */
export type BinaryFile = {
  readonly data: unknown;
  readonly u32: (name: string) => Uint32Array;
  readonly u16: (name: string) => Uint16Array;
  readonly u8: (name: string) => Uint8Array;
  readonly f32: (name: string) => Float32Array;
};

const magic = 0x58574e57;
const prefixBytes = 16;

/** @param data anything that JSON keeps as it is */
export function encodeBinaryFile(data: unknown, arrays: Readonly<Record<string, BinaryArray>>): ArrayBuffer {
  const list = Object.entries(arrays).map(([name, array]) => ({ name, kind: kindOf(array), length: array.length }));
  const text = JSON.stringify({ data, arrays: list } satisfies Header);
  let size = align(prefixBytes + 2 * text.length);
  for (const array of Object.values(arrays)) size += align(array.byteLength);

  const buffer = new ArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  new Uint16Array(buffer, prefixBytes, text.length).set(codesOf(text));
  let offset = align(prefixBytes + 2 * text.length);
  for (const array of Object.values(arrays)) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += align(array.byteLength);
  }
  const prefix = new Uint32Array(buffer, 0, 4);
  prefix.set([magic, formatVersion, 0, text.length]);
  prefix[2] = checksumOf(buffer);
  return buffer;
}

/** @throws WinnowError `index-mismatch` when the bytes are not what was written, or are of another format version */
export function decodeBinaryFile(name: string, buffer: ArrayBuffer): BinaryFile {
  const refuse = (fault: string): never => {
    throw new WinnowError('index-mismatch', `Index part ${name} ${fault}. Build the index again.`, { part: name });
  };
  if (buffer.byteLength < prefixBytes || buffer.byteLength % 8 !== 0) refuse(`has ${buffer.byteLength} bytes, cut off`);
  const prefix = new Uint32Array(buffer, 0, 4);
  if (prefix[0] !== magic) refuse('does not start like an index');
  if (prefix[1] !== formatVersion) refuse(`has format ${prefix[1]}, not ${formatVersion}`);
  if (prefix[2] !== checksumOf(buffer)) refuse('is damaged');

  const textLength = prefix[3] ?? 0;
  // SAFETY: the checksum holds, so this is the header that encodeBinaryFile wrote.
  const header = JSON.parse(textOf(new Uint16Array(buffer, prefixBytes, textLength))) as Header;
  const places = new Map<string, { offset: number; length: number }>();
  let offset = align(prefixBytes + 2 * textLength);
  for (const { name: arrayName, kind, length } of header.arrays) {
    places.set(`${kind} ${arrayName}`, { offset, length });
    offset += align(length * bytesOf[kind]);
  }
  const placeOf = (kind: ArrayKind, arrayName: string): { offset: number; length: number } => {
    const place = places.get(`${kind} ${arrayName}`);
    if (!place) throw new WinnowError('internal', `Index part ${name} has no array ${kind} ${arrayName}.`);
    return place;
  };
  return {
    data: header.data,
    u32: (array) => new Uint32Array(buffer, placeOf('u32', array).offset, placeOf('u32', array).length),
    u16: (array) => new Uint16Array(buffer, placeOf('u16', array).offset, placeOf('u16', array).length),
    u8: (array) => new Uint8Array(buffer, placeOf('u8', array).offset, placeOf('u8', array).length),
    f32: (array) => new Float32Array(buffer, placeOf('f32', array).offset, placeOf('f32', array).length),
  };
}

/** UTF-16 code units of a text, and back. The core has no TextEncoder. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
  return codes;
}

export function textOf(codes: Uint16Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let i = 0; i < codes.length; i += 8192) text += String.fromCharCode(...codes.subarray(i, i + 8192));
  return text;
}

/** Eight hex digits of the stored checksum: equal for equal content. */
export function checksumText(file: ArrayBuffer): string {
  return (new Uint32Array(file, 8, 1)[0] ?? 0).toString(16).padStart(8, '0');
}

const bytesOf: Readonly<Record<ArrayKind, number>> = { u32: 4, u16: 2, u8: 1, f32: 4 };

function kindOf(array: BinaryArray): ArrayKind {
  if (array instanceof Uint32Array) return 'u32';
  if (array instanceof Uint16Array) return 'u16';
  return array instanceof Uint8Array ? 'u8' : 'f32';
}

function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/**
 * FNV-1a by 32-bit words, from byte 12. Every step is a bijection of the state, so that one changed word is always
 * found. It guards against damage, not against malice.
 */
function checksumOf(buffer: ArrayBuffer): number {
  const words = new Uint32Array(buffer, 12);
  let state = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) state = Math.imul(state ^ (words[i] ?? 0), 0x01000193);
  return state >>> 0;
}
