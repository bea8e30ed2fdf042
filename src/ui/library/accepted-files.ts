import { codeExtensions } from '../../core/corpus/documents/code-languages.ts';

const documents =
  'pdf docx pptx xlsx xlsm odt ods odp epub html htm md markdown txt text csv tsv json jsonl ndjson geojson ipynb eml mbox mbx zip png jpg jpeg webp gif bmp';

/** What the system's file chooser offers, as the attribute `accept` takes it. Content decides later what a file is. */
export const acceptedFiles: string = [
  ...[...documents.split(' '), ...codeExtensions].map((extension) => `.${extension}`),
  'text/*',
  'application/pdf',
].join(',');
