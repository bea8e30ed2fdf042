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

/** What was not read, one sentence a kind: `2 of 32 pages have no text`. */
export function warningSentences(document: Pick<DocumentSummary, 'warnings' | 'pageCount'>): readonly string[] {
  const withoutText = document.warnings.filter((warning) => warning.code === 'page-without-text');
  const others = document.warnings.filter((warning) => warning.code !== 'page-without-text');
  const sentences = [...new Set(others.map((warning) => warning.message))];
  if (withoutText.length > 0) sentences.unshift(pagesWithoutText(withoutText, document.pageCount));
  return sentences;
}

function pagesWithoutText(warnings: readonly DocumentWarning[], pageCount: number): string {
  const count = warnings.length;
  const total = pageCount > 0 ? ` of ${formatCount(pageCount)}` : '';
  const pages = warnings.flatMap((warning) => warning.page ?? []);
  const which = pages.length > 0 && pages.length <= 6 ? ` (${pages.join(', ')})` : '';
  const noun = (pageCount > 0 ? pageCount : count) === 1 ? 'page' : 'pages';
  return `${formatCount(count)}${total} ${noun} ${count === 1 ? 'has' : 'have'} no text${which}`;
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
