import { checkParsedDocument } from '../core/corpus/documents/check-parsed-document.ts';
import { isReadablePicture } from '../core/corpus/documents/picture-size.ts';
import { extensionOf, type ReadableFormat, type SniffedType, sniff } from '../core/corpus/documents/sniff.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { ParsedDocument } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import type { Recognition } from '../core/domain/recognition.ts';
import { codeParser } from './code-parser.ts';
import { csvParser } from './csv-parser.ts';
import { docxParser } from './docx-parser.ts';
import { emlParser } from './eml-parser.ts';
import { epubParser } from './epub-parser.ts';
import { htmlParser } from './html-parser.ts';
import { jsonParser } from './json-parser.ts';
import { maxMessageBytes } from './mailbox-limits.ts';
import { markdownParser } from './markdown-parser.ts';
import { mboxParser } from './mbox-parser.ts';
import { notebookParser } from './notebook-parser.ts';
import { odfParser } from './odf-parser.ts';
import { createPdfParser, type PdfAssets } from './pdf-parser.ts';
import { type PdfPictureParts, recognitionMissing } from './pdf-pictures.ts';
import { type PictureParts, parsePicture } from './picture-parser.ts';
import { pptxParser } from './pptx-parser.ts';
import { textParser } from './text-parser.ts';
import { xlsxParser } from './xlsx-parser.ts';

const mebibyte = 1024 * 1024;

/** The largest file of each kind. PDFs hold pictures; text of this length is already a library of its own. */
export const maxDocumentBytes: Readonly<Record<ReadableFormat, number>> = {
  pdf: 200 * mebibyte,
  // Pictures lie in these, and are not unpacked.
  docx: 200 * mebibyte,
  pptx: 200 * mebibyte,
  xlsx: 200 * mebibyte,
  odf: 200 * mebibyte,
  epub: 200 * mebibyte,
  // Its tree takes some forty times its own size in memory.
  html: 16 * mebibyte,
  markdown: 32 * mebibyte,
  csv: 32 * mebibyte,
  json: 32 * mebibyte,
  // Pictures of results lie in it as text.
  notebook: 64 * mebibyte,
  eml: 64 * mebibyte,
  // A part of a mailbox; whole ones are cut into parts (`unpack-mailbox.ts`).
  mbox: maxMessageBytes,
  code: 32 * mebibyte,
  text: 32 * mebibyte,
};

/** A picture file; more than a camera's largest. */
export const maxPictureBytes = 64 * mebibyte;

/** What reads the text in pictures. */
export type RecognitionParts = PictureParts & PdfPictureParts;

/** A file of any kind → its text with page and block map. The bytes decide what it is, not the name. */
export type DocumentParser = Parser['parse'];

/**
 * The parser of every format that Winnow reads; of pictures too, where `recognition` is asked for.
 * Its promise rejects with WinnowError `document-empty` (0 bytes), `document-too-large`, `document-type-unsupported`,
 * `document-encrypted`, `document-damaged` or `document-no-text`, and with `Cancelled` once the signal is aborted.
 */
export function createDocumentParser(pdfAssets: PdfAssets, recognition?: RecognitionParts): DocumentParser {
  const parsers: Readonly<Record<ReadableFormat, Parser>> = {
    pdf: createPdfParser(pdfAssets, recognition),
    docx: docxParser,
    pptx: pptxParser,
    xlsx: xlsxParser,
    odf: odfParser,
    epub: epubParser,
    html: htmlParser,
    markdown: markdownParser,
    csv: csvParser,
    json: jsonParser,
    notebook: notebookParser,
    eml: emlParser,
    mbox: mboxParser,
    code: codeParser,
    text: textParser,
  };
  return async (file, options) => {
    throwIfCancelled(options?.signal);
    const { name, bytes } = file;
    const picture = options?.recognition ? pictureType(name, bytes) : null;
    if (picture && options?.recognition) return readPicture(file, picture, options.recognition, options);
    const type = readableType(name, bytes, bytes.length);
    const parsed: ParsedDocument = await parsers[type.format].parse(file, options);
    throwIfCancelled(options?.signal);
    if (parsed.text === '') {
      throw new WinnowError(
        'document-no-text',
        `“${name}” is ${type.label} without any text in it (${bytes.length} bytes).`,
        { name },
      );
    }
    checkParsedDocument(parsed);
    return parsed;
  };

  async function readPicture(
    file: { readonly name: string; readonly bytes: Uint8Array },
    { mediaType, label }: SniffedType,
    asked: Recognition,
    options: Parameters<DocumentParser>[1],
  ): Promise<ParsedDocument> {
    const { name, bytes } = file;
    if (!recognition) throw recognitionMissing();
    if (bytes.length > maxPictureBytes) throw tooLargeError(name, label, bytes.length, maxPictureBytes);
    const parsed = await parsePicture({ name, bytes, mediaType }, recognition, asked, options);
    checkParsedDocument(parsed);
    return parsed;
  }
}

/** Null for anything but a picture whose text can be read. */
function pictureType(name: string, bytes: Uint8Array): SniffedType | null {
  const type = sniff(bytes, name);
  return isReadablePicture(type.mediaType) ? type : null;
}

/**
 * What a file is, told by its beginning, where that is something that Winnow reads.
 * @param head its first bytes, 64 KiB of them at least if there are as many; all of them do as well
 * @throws WinnowError `document-empty`, `document-type-unsupported`, `document-too-large`; `document-no-text` for a picture
 */
export function readableType(
  name: string,
  head: Uint8Array,
  byteLength: number,
): SniffedType & { readonly readable: true } {
  if (byteLength === 0) {
    throw new WinnowError(
      'document-empty',
      `“${name}” is empty (0 bytes). Check that it was saved or copied completely.`,
      { name },
    );
  }
  const type = sniff(head, name);
  if (isReadablePicture(type.mediaType)) throw pictureError(name, type.label, type.mediaType);
  if (!type.readable) throw unsupportedError(name, type.label, type.mediaType);
  const maxBytes = maxDocumentBytes[type.format];
  if (byteLength > maxBytes) throw tooLargeError(name, type.label, byteLength, maxBytes);
  return type;
}

/** `a JPEG image`, `a JPEG image named .pdf`. */
function namedLabel(name: string, label: string): string {
  const extension = extensionOf(name);
  const claimsToBeReadable = /^(?:pdf|docx|pptx|xls[xm]|json|od[tsp]|epub|html?|xhtml|md|markdown|txt|text)$/.test(
    extension,
  );
  return claimsToBeReadable ? `${label} named .${extension}` : label;
}

function pictureError(name: string, label: string, mediaType: string): WinnowError {
  return new WinnowError(
    'document-no-text',
    `“${name}” holds no text: it is ${namedLabel(name, label)}. The text in a picture is read when you ask for it, of a picture that you add by itself.`,
    { name, mediaType, pictureCount: 1 },
  );
}

function unsupportedError(name: string, label: string, mediaType: string): WinnowError {
  const what = namedLabel(name, label);
  return new WinnowError(
    'document-type-unsupported',
    `“${name}” cannot be read: it is ${what}. Winnow reads PDF, Word (.docx), PowerPoint (.pptx), Excel (.xlsx), OpenDocument, EPUB, HTML, Markdown, CSV, JSON, Jupyter notebooks, source code, e-mail (.eml, .mbox), plain text, ZIP archives and folders of these, and the text in pictures (PNG, JPEG, WebP, GIF, BMP).`,
    { name, mediaType },
  );
}

function tooLargeError(name: string, label: string, byteLength: number, maxBytes: number): WinnowError {
  return new WinnowError(
    'document-too-large',
    `“${name}” is ${label} of ${inMebibytes(byteLength)} MB; the limit for this kind is ${inMebibytes(maxBytes)} MB. Split it and add the parts.`,
    { name, byteLength, maxBytes },
  );
}

function inMebibytes(bytes: number): string {
  return (bytes / mebibyte).toFixed(bytes % mebibyte === 0 ? 0 : 1);
}
