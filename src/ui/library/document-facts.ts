import type { DocumentSummary, DocumentWarning } from '../../core/domain/document.ts';
import type { ImportProgress } from '../../core/domain/services.ts';
import { formatBytes, formatCount, formatPlural } from '../format.ts';

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.oasis.opendocument': 'ODF',
  'application/epub+zip': 'EPUB',
  'text/html': 'HTML',
  'application/xhtml+xml': 'HTML',
  'text/markdown': 'MD',
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'application/json': 'JSON',
  'application/jsonl': 'JSON',
  'application/x-ipynb+json': 'NB',
  'message/rfc822': 'MAIL',
  'application/mbox': 'MBOX',
  'text/plain': 'TXT',
  'text/javascript': 'CODE',
  'text/css': 'CODE',
  'application/sql': 'CODE',
  'application/xml': 'XML',
  'application/yaml': 'YAML',
  'application/toml': 'TOML',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WEBP',
  'image/gif': 'GIF',
  'image/bmp': 'BMP',
};

/** The few letters on a document's tile. */
export const kindOf = (mediaType: string): string =>
  kinds[mediaType] ?? (mediaType.startsWith('text/x-') ? 'CODE' : 'FILE');

/** `32 pages · 1.2 MB`; passages stand in for pages where the format has none. */
export function documentMeasure(document: DocumentSummary): string {
  const extent =
    document.pageCount > 0 ? formatPlural(document.pageCount, 'page') : formatPlural(document.passageCount, 'passage');
  return `${extent} · ${formatBytes(document.byteLength)}`;
}

/** What is counted over pages, in this order: with one page, with several. */
const ofPages = {
  'page-without-text': ['has no text', 'have no text'],
  recognised: ['was read from its picture: letters may be wrong', 'were read from pictures: letters may be wrong'],
  'hard-to-read': ['is hard to read: check it', 'are hard to read: check them'],
  'picture-not-read': ['gave no text', 'gave no text'],
} as const satisfies Partial<Record<DocumentWarning['code'], readonly [one: string, several: string]>>;

/** Pages that are told of one by one, each with its own sentence, where they are no more than these. */
const maxSentences = 3;
const maxNumbers = 6;

/** What was not read or read with doubt, one sentence a kind: `2 of 32 pages have no text`. */
export function warningSentences(document: Pick<DocumentSummary, 'warnings' | 'pageCount'>): readonly string[] {
  const counted = Object.entries(ofPages).flatMap(([code, words]) => {
    const warnings = document.warnings.filter((warning) => warning.code === code);
    const isToldOneByOne = (code === 'hard-to-read' || code === 'picture-not-read') && warnings.length <= maxSentences;
    if (isToldOneByOne) return warnings.map(({ message }) => message);
    return warnings.length === 0 ? [] : [pagesSentence(warnings, document.pageCount, words)];
  });
  const others = document.warnings.filter(({ code }) => !Object.hasOwn(ofPages, code)).map(({ message }) => message);
  return [...counted, ...new Set(others)];
}

function pagesSentence(
  warnings: readonly DocumentWarning[],
  pageCount: number,
  [one, several]: readonly [string, string],
): string {
  const count = warnings.length;
  if (pageCount === 1 && count === 1) return `Its page ${one}`;
  const total = pageCount > 0 ? ` of ${formatCount(pageCount)}` : '';
  const pages = warnings.flatMap((warning) => warning.page ?? []);
  const isNamed = pages.length > 0 && pages.length <= maxNumbers && pages.length < pageCount;
  const noun = (pageCount > 0 ? pageCount : count) === 1 ? 'page' : 'pages';
  return `${formatCount(count)}${total} ${noun} ${count === 1 ? one : several}${isNamed ? ` (${pages.join(', ')})` : ''}`;
}

/** Formats that have pages or pictures, and pages of which have no text: their pictures can be read. */
export function canBeRecognised({ mediaType, warnings }: Pick<DocumentSummary, 'mediaType' | 'warnings'>): boolean {
  return mediaType === 'application/pdf' && warnings.some(({ code }) => code === 'page-without-text');
}

/** `Reading pages: 12 of 32`. */
export function importStageSentence(progress: ImportProgress | null): string {
  if (progress === null) return 'Starting';
  const { stage, done, total } = progress;
  const amount = total > 0 ? `: ${formatCount(done)} of ${formatCount(total)}` : '';
  switch (stage) {
    case 'reading':
      return total > 0 ? `Reading the file: ${formatBytes(done)} of ${formatBytes(total)}` : 'Reading the file';
    case 'parsing':
      return `Reading pages${amount}`;
    case 'recognising':
      return `Reading the pictures: page ${formatCount(Math.min(done + 1, total))} of ${formatCount(total)}`;
    case 'splitting':
      return 'Splitting into passages';
    case 'indexing':
      return `Indexing passages${amount}`;
    case 'saving':
      return 'Saving';
    case 'embedding':
      return `Embedding passages${amount}`;
  }
}
