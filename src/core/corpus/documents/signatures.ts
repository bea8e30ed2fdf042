/** Kinds of file that Winnow does not read but can name, so that the message says what the file really is. */
export type Signature = { readonly mediaType: string; readonly label: string };

type Rule = Signature & { readonly offset: number; readonly magic: string };

// Magic numbers as one character per byte. Order matters only where one is a prefix of another.
const rules: readonly Rule[] = [
  { offset: 0, magic: '\xff\xd8\xff', mediaType: 'image/jpeg', label: 'a JPEG image' },
  { offset: 0, magic: '\x89PNG\r\n\x1a\n', mediaType: 'image/png', label: 'a PNG image' },
  { offset: 0, magic: 'GIF8', mediaType: 'image/gif', label: 'a GIF image' },
  { offset: 8, magic: 'WEBP', mediaType: 'image/webp', label: 'a WebP image' },
  { offset: 0, magic: 'II*\0', mediaType: 'image/tiff', label: 'a TIFF image' },
  { offset: 0, magic: 'MM\0*', mediaType: 'image/tiff', label: 'a TIFF image' },
  { offset: 4, magic: 'ftypheic', mediaType: 'image/heic', label: 'a HEIC image' },
  { offset: 4, magic: 'ftypavif', mediaType: 'image/avif', label: 'an AVIF image' },
  { offset: 4, magic: 'ftyp', mediaType: 'video/mp4', label: 'an MP4 film or sound' },
  {
    offset: 0,
    magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    mediaType: 'application/x-ole-storage',
    label: 'an old Office file (.doc, .xls or .ppt)',
  },
  { offset: 0, magic: '{\\rtf', mediaType: 'application/rtf', label: 'an RTF document' },
  { offset: 0, magic: '%!PS', mediaType: 'application/postscript', label: 'a PostScript file' },
  { offset: 0, magic: '\x1f\x8b', mediaType: 'application/gzip', label: 'a gzip archive' },
  { offset: 0, magic: 'BZh', mediaType: 'application/x-bzip2', label: 'a bzip2 archive' },
  { offset: 0, magic: '\xfd7zXZ\0', mediaType: 'application/x-xz', label: 'an xz archive' },
  { offset: 0, magic: '7z\xbc\xaf\x27\x1c', mediaType: 'application/x-7z-compressed', label: 'a 7-Zip archive' },
  { offset: 0, magic: 'Rar!\x1a\x07', mediaType: 'application/vnd.rar', label: 'a RAR archive' },
  { offset: 257, magic: 'ustar', mediaType: 'application/x-tar', label: 'a tar archive' },
  { offset: 0, magic: 'SQLite format 3\0', mediaType: 'application/vnd.sqlite3', label: 'an SQLite database' },
  { offset: 0, magic: '\x7fELF', mediaType: 'application/x-elf', label: 'a program' },
  {
    offset: 0,
    magic: 'MZ\x90\0',
    mediaType: 'application/vnd.microsoft.portable-executable',
    label: 'a Windows program',
  },
  { offset: 0, magic: '\0asm', mediaType: 'application/wasm', label: 'a WebAssembly module' },
  { offset: 0, magic: 'OggS', mediaType: 'application/ogg', label: 'an Ogg film or sound' },
  { offset: 0, magic: 'ID3', mediaType: 'audio/mpeg', label: 'an MP3 sound' },
  // Without tags it begins with a frame of sound: MPEG 1 or 2, layer 3, without a checksum.
  { offset: 0, magic: '\xff\xfb', mediaType: 'audio/mpeg', label: 'an MP3 sound' },
  { offset: 0, magic: '\xff\xf3', mediaType: 'audio/mpeg', label: 'an MP3 sound' },
  { offset: 8, magic: 'WAVE', mediaType: 'audio/wav', label: 'a WAV sound' },
  { offset: 0, magic: 'wOF2', mediaType: 'font/woff2', label: 'a font' },
];

/** Zips that Winnow reads. */
export const zipSignatures = {
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'a Word document (.docx)',
  },
  pptx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    label: 'a PowerPoint presentation (.pptx)',
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    label: 'an Excel workbook (.xlsx)',
  },
  odf: { mediaType: 'application/vnd.oasis.opendocument', label: 'an OpenDocument file' },
  epub: { mediaType: 'application/epub+zip', label: 'an EPUB book' },
} as const satisfies Readonly<Record<string, Signature>>;

// A zip names its first members near the start; they tell office formats apart.
const zipKinds: readonly { readonly member: string; readonly signature: Signature }[] = [
  { member: 'word/', signature: zipSignatures.docx },
  {
    member: 'xl/workbook.bin',
    signature: {
      mediaType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
      label: 'an Excel workbook in binary form (.xlsb)',
    },
  },
  { member: 'xl/', signature: zipSignatures.xlsx },
  { member: 'ppt/', signature: zipSignatures.pptx },
  {
    member: '[Content_Types].xml',
    signature: { mediaType: 'application/vnd.openxmlformats-officedocument', label: 'an Office file' },
  },
  { member: 'mimetypeapplication/epub+zip', signature: zipSignatures.epub },
  { member: 'mimetypeapplication/vnd.oasis', signature: zipSignatures.odf },
  // Where a tool packed the type away, against the rules of both.
  { member: 'META-INF/container.xml', signature: zipSignatures.epub },
  { member: 'content.xml', signature: zipSignatures.odf },
];

/** Lengths of a BMP's second header, by its versions. Text that begins with BM has other bytes there. */
const bmpHeaders = new Set([12, 40, 52, 56, 64, 108, 124]);

/** How far into a zip its member names are looked for. */
const zipSearchBytes = 16_384;

/** @param head the first bytes of the file, one character per byte */
export function binarySignature(bytes: Uint8Array, head: string): Signature | undefined {
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) {
    const names = String.fromCharCode(...bytes.subarray(0, zipSearchBytes));
    const kind = zipKinds.find((candidate) => names.includes(candidate.member));
    return kind?.signature ?? { mediaType: 'application/zip', label: 'a zip archive' };
  }
  if (head.startsWith('BM') && bytes.length >= 18 && bmpHeaders.has(littleEndian32(bytes, 14))) {
    return { mediaType: 'image/bmp', label: 'a BMP image' };
  }
  const rule = rules.find((candidate) => head.startsWith(candidate.magic, candidate.offset));
  return rule && { mediaType: rule.mediaType, label: rule.label };
}

function littleEndian32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset, true);
}
