/** For each byte, the remainder of x^8·byte by the reversed polynomial 0xEDB88320 (ISO 3309, as zip uses it). */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** CRC-32 of bytes that go on where `before`, the CRC-32 of those ahead of them, ended. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at++) {
    // SAFETY: `at` is below the length, and a byte below the table's.
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 0xff] as number);
  }
  return ~crc >>> 0;
}
