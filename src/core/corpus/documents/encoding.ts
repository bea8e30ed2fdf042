/** Which encoding a text file is in, from its bytes alone. The decoding itself is the platform's (`TextDecoder`). */
export type EncodingGuess = {
  /** A label that `TextDecoder` knows. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** False where a mark or the bytes themselves prove it. */
  readonly guessed: boolean;
  /** Byte sequences that are not valid in `encoding` (UTF-8 only); each becomes U+FFFD. */
  readonly invalidSequences: number;
};

/** Bytes examined for NUL and UTF-16; text this long shows what it is. */
const probeBytes = 65_536;

/** UTF-8 with this many good multi-byte sequences per bad one is damaged UTF-8, not another encoding. */
const goodPerBad = 8;

export function guessEncoding(bytes: Uint8Array): EncodingGuess {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', guessed: false, invalidSequences: 0 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', guessed: false, invalidSequences: 0 };
  const utf16 = utf16ByteOrder(bytes);
  if (utf16) return { encoding: utf16, guessed: true, invalidSequences: 0 };
  const { good, bad } = countUtf8(bytes);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (bad === 0 || marked || good > goodPerBad * bad) {
    return { encoding: 'utf-8', guessed: false, invalidSequences: bad };
  }
  return { encoding: 'windows-1252', guessed: true, invalidSequences: 0 };
}

/** False for bytes that no text encoding we read would hold: UTF-32, NULs outside UTF-16, or many control bytes. */
export function looksLikeText(bytes: Uint8Array): boolean {
  // The mark of little-endian UTF-32 begins with that of UTF-16; read as such, every letter would be followed by a NUL.
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) return false;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  if (isUtf16WithoutMark(bytes)) return true;
  const length = Math.min(bytes.length, probeBytes);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    // SAFETY: i is below the length.
    const byte = bytes[i] as number;
    if (byte === 0) return false;
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++;
  }
  return controls <= length / 100;
}

export function isUtf16WithoutMark(bytes: Uint8Array): boolean {
  return utf16ByteOrder(bytes) !== undefined;
}

/** Text of mostly Latin letters in UTF-16 has a NUL in nearly every second place and none in the other. */
function utf16ByteOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length - (bytes.length % 2), probeBytes);
  if (length < 4 || bytes.length % 2 === 1) return undefined;
  let evenNuls = 0;
  let oddNuls = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) evenNuls++;
    if (bytes[i + 1] === 0) oddNuls++;
  }
  const half = length / 2;
  if (oddNuls > 0.6 * half && evenNuls < 0.02 * half) return 'utf-16le';
  if (evenNuls > 0.6 * half && oddNuls < 0.02 * half) return 'utf-16be';
  return undefined;
}

/** Counts well-formed multi-byte sequences and ill-formed ones (Unicode standard, table 3-7). A cut-off end is not ill-formed. */
export function countUtf8(bytes: Uint8Array): { readonly good: number; readonly bad: number } {
  let good = 0;
  let bad = 0;
  let i = 0;
  while (i < bytes.length) {
    // SAFETY: i is below the length.
    const lead = bytes[i] as number;
    if (lead < 0x80) {
      i++;
      continue;
    }
    const length =
      lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
    if (length === 0) {
      bad++;
      i++;
      continue;
    }
    let read = 1;
    while (read < length && isContinuation(bytes[i + read], lead, read)) read++;
    if (read === length) good++;
    else if (i + read < bytes.length) bad++;
    i += read;
  }
  return { good, bad };
}

function isContinuation(byte: number | undefined, lead: number, place: number): boolean {
  if (byte === undefined) return false;
  if (place === 1) {
    if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf;
    if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f;
    if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf;
    if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f;
  }
  return byte >= 0x80 && byte <= 0xbf;
}
