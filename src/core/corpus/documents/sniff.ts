import { codeLabel, codeLanguage } from './code-languages.ts';
import { isUtf16WithoutMark, looksLikeText } from './encoding.ts';
import { isHeaderLine, isMailboxLine } from './mailbox-line.ts';
import { binarySignature, zipSignatures } from './signatures.ts';

export type ReadableFormat =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'odf'
  | 'epub'
  | 'html'
  | 'markdown'
  | 'csv'
  | 'json'
  | 'notebook'
  | 'eml'
  | 'mbox'
  | 'code'
  | 'text';

/** What the bytes are. `label` completes the sentence "it is …". */
export type SniffedType =
  | { readonly readable: true; readonly format: ReadableFormat; readonly mediaType: string; readonly label: string }
  | { readonly readable: false; readonly mediaType: string; readonly label: string };

const readable: Readonly<Record<ReadableFormat, SniffedType & { readonly readable: true }>> = {
  pdf: { readable: true, format: 'pdf', mediaType: 'application/pdf', label: 'a PDF' },
  docx: { readable: true, format: 'docx', ...zipSignatures.docx },
  pptx: { readable: true, format: 'pptx', ...zipSignatures.pptx },
  xlsx: { readable: true, format: 'xlsx', ...zipSignatures.xlsx },
  odf: { readable: true, format: 'odf', ...zipSignatures.odf },
  epub: { readable: true, format: 'epub', ...zipSignatures.epub },
  html: { readable: true, format: 'html', mediaType: 'text/html', label: 'an HTML page' },
  markdown: { readable: true, format: 'markdown', mediaType: 'text/markdown', label: 'a Markdown file' },
  csv: { readable: true, format: 'csv', mediaType: 'text/csv', label: 'a table in text form (CSV)' },
  json: { readable: true, format: 'json', mediaType: 'application/json', label: 'a JSON file' },
  notebook: {
    readable: true,
    format: 'notebook',
    mediaType: 'application/x-ipynb+json',
    label: 'a Jupyter notebook',
  },
  eml: { readable: true, format: 'eml', mediaType: 'message/rfc822', label: 'an e-mail' },
  mbox: { readable: true, format: 'mbox', mediaType: 'application/mbox', label: 'a mailbox (mbox)' },
  code: { readable: true, format: 'code', mediaType: 'text/plain', label: 'source code' },
  text: { readable: true, format: 'text', mediaType: 'text/plain', label: 'a text file' },
};

const markdownExtensions = new Set(['md', 'markdown', 'mdown', 'mkd', 'mkdn']);
const jsonExtensions = new Set(['json', 'jsonl', 'ndjson', 'jsonlines', 'ldjson', 'geojson', 'webmanifest', 'har']);
/** Names of text that say nothing about what kind of text it is. */
const plainExtensions = new Set(['', 'txt', 'text', 'log', 'dat']);
const csvExtensions = new Set(['csv', 'tsv', 'tab']);
const htmlExtensions = new Set(['html', 'htm', 'xhtml', 'shtml']);

/** How far into a file its type may announce itself. PDF readers accept a header anywhere in the first 1,024 bytes. */
const headBytes = 1024;

/**
 * The type of a file: its bytes decide, its name only tells kinds of text apart (Markdown has no signature).
 * @param name the file's name, for its extension
 */
export function sniff(bytes: Uint8Array, name: string): SniffedType {
  const head = asciiOf(bytes.subarray(0, headBytes));
  // A text that merely speaks of PDF headers is no PDF.
  if (/^\s*%PDF-/.test(head) || (head.includes('%PDF-') && !looksLikeText(bytes))) return readable.pdf;
  const signature = binarySignature(bytes, head);
  if (signature === zipSignatures.docx) return readable.docx;
  if (signature === zipSignatures.pptx) return readable.pptx;
  if (signature === zipSignatures.xlsx) return readable.xlsx;
  if (signature === zipSignatures.odf) return readable.odf;
  if (signature === zipSignatures.epub) return readable.epub;
  if (signature) return { readable: false, ...signature };
  if (!looksLikeText(bytes)) {
    return { readable: false, mediaType: 'application/octet-stream', label: 'a binary file of an unknown kind' };
  }
  const extension = extensionOf(name);
  const start = isUtf16WithoutMark(bytes) || bytes[0] === 0xff || bytes[0] === 0xfe ? head.replaceAll('\0', '') : head;
  const opening = start.replace(/^[^\x21-\x7e]+/, '').replace(/^(?:<\?xml[^>]*>|<!--.*?-->|\s)+/s, '');
  if (/^<svg[\s>]/i.test(opening)) return { readable: false, mediaType: 'image/svg+xml', label: 'an SVG image' };
  if (/^<(?:!doctype\s+html|html|head|body|title)\b/i.test(opening)) return readable.html;
  if (htmlExtensions.has(extension) && /<[a-z!/]/i.test(start)) return readable.html;
  if (extension === 'ipynb' && start.trimStart().startsWith('{')) return readable.notebook;
  if (isMailbox(start, extension)) return readable.mbox;
  if (extension === 'eml' && /^[\w-]+:/.test(start)) return readable.eml;
  if (csvExtensions.has(extension)) return readable.csv;
  if (jsonExtensions.has(extension) || (plainExtensions.has(extension) && looksLikeJson(start))) return readable.json;
  const language = codeLanguage(extension);
  if (language) return { ...readable.code, mediaType: language.mediaType, label: codeLabel(language) };
  return markdownExtensions.has(extension) ? readable.markdown : readable.text;
}

/** By content, since some mail programs give their files no extension. */
function isMailbox(start: string, extension: string): boolean {
  const [first = '', second = ''] = start.split(/\r?\n/, 2);
  if (extension === 'mbox' || extension === 'mbx') return first.startsWith('From ');
  return isMailboxLine(first) && isHeaderLine(second);
}

/** True where a first key, or a list of objects or lists, begins: no prose does. */
function looksLikeJson(start: string): boolean {
  return /^[^\x21-\x7e]*(?:\{\s*"[^"\n]*"\s*:|\[\s*(?:\{\s*"|\[\s*["[{\d-]))/.test(start);
}

/** The last extension of a file's name or path in lower case, without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return dot > 0 ? file.slice(dot + 1).toLowerCase() : '';
}

/** One character per byte, so that offsets are byte offsets. */
function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
