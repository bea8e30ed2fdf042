import { throwIfCancelled } from '../domain/cancel.ts';
import type { Document, DocumentId, DocumentSummary } from '../domain/document.ts';
import { WinnowError } from '../domain/errors.ts';
import { documentDuplicate } from '../domain/library-errors.ts';
import type { Passage } from '../domain/passage.ts';
import type { Clock, Parser } from '../domain/ports.ts';
import type { RecognitionLanguage } from '../domain/recognition.ts';
import type { ImportOptions, NewFile } from '../domain/services.ts';
import type { Store } from '../domain/store.ts';
import { type Splitter, splitDocument } from './split-document.ts';

export type AddDocumentParts = {
  readonly sha256: (bytes: ArrayBuffer) => Promise<string>;
  readonly parse: Parser['parse'];
  readonly splitter: Splitter;
  /** Lets other work of this thread, such as a message that cancels, have its turn. */
  readonly pause: () => Promise<void>;
  readonly store: Store;
  readonly clock: Clock;
  /** Names of what the library holds, by id. */
  readonly nameOf: (id: DocumentId) => string | undefined;
};

/**
 * A file's bytes → a stored document with its passages: all of it or nothing. Putting it into the index is the caller's.
 * @throws WinnowError with a `document-…` or `storage-…` code; Cancelled
 */
export async function addDocument(
  file: NewFile,
  parts: AddDocumentParts,
  options: ImportOptions = {},
): Promise<ReadDocument> {
  const { name, bytes } = file;
  const { signal, onProgress } = options;
  const report = (stage: 'reading' | 'saving', done: number, total: number) => onProgress?.({ stage, done, total });
  throwIfCancelled(signal);
  report('reading', 0, bytes.byteLength);
  const id = await parts.sha256(bytes);
  throwIfCancelled(signal);
  const existingName = parts.nameOf(id);
  if (existingName !== undefined) throw documentDuplicate(id, name, existingName);
  report('reading', bytes.byteLength, bytes.byteLength);
  const read = await readDocument(id, file, parts, options);

  report('saving', 0, read.passages.length);
  await parts.store.addDocument({ ...read, original: bytes, chunkingId: parts.splitter.version }, signal);
  report('saving', read.passages.length, read.passages.length);
  return read;
}

/**
 * A stored document → the same one with the text of its pictures in it, stored in its place: all of it or nothing. Putting
 * it into the index is the caller's.
 * @throws WinnowError as `addDocument`, `document-not-found`, `original-lost`; Cancelled
 */
export async function recogniseDocument(
  { id, name }: Pick<DocumentSummary, 'id' | 'name'>,
  language: RecognitionLanguage,
  parts: AddDocumentParts,
  options: ImportOptions = {},
): Promise<ReadDocument> {
  const { signal, onProgress } = options;
  throwIfCancelled(signal);
  const bytes = await parts.store.original(id);
  const read = await readDocument(id, { name, bytes, language }, parts, options);
  onProgress?.({ stage: 'saving', done: 0, total: read.passages.length });
  await parts.store.replaceDocument({ ...read, chunkingId: parts.splitter.version }, signal);
  return read;
}

type ReadDocument = { readonly document: Document; readonly passages: readonly Passage[] };

async function readDocument(
  id: DocumentId,
  { name, bytes, warnings = [], password, language }: NewFile,
  parts: AddDocumentParts,
  { signal, onProgress }: ImportOptions,
): Promise<ReadDocument> {
  const tell = (stage: 'parsing' | 'recognising' | 'splitting') => (done: number, total: number) =>
    onProgress?.({ stage, done, total });
  const parsed = await parts.parse(
    { name, bytes: new Uint8Array(bytes), ...(password === undefined ? {} : { password }) },
    {
      ...(signal ? { signal } : {}),
      onProgress: tell('parsing'),
      ...(language ? { recognition: { language, onPage: tell('recognising') } } : {}),
    },
  );
  throwIfCancelled(signal);
  const document: Document = {
    ...parsed,
    warnings: [...parsed.warnings, ...warnings],
    id,
    name,
    byteLength: bytes.byteLength,
    addedAtMs: parts.clock.nowMs(),
  };

  const report = tell('splitting');
  report(0, document.text.length);
  const passages = await splitDocument(document, parts.splitter, parts.pause, {
    signal,
    onSplit: (done) => report(done, document.text.length),
  });
  throwIfCancelled(signal);
  if (passages.length === 0) {
    throw new WinnowError('document-no-text', `“${name}” holds no text that could be searched. Nothing was added.`, {
      name,
    });
  }
  report(document.text.length, document.text.length);
  return { document, passages };
}
