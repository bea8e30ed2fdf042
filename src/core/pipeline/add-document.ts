import { throwIfCancelled } from '../domain/cancel.ts';
import type { Document, DocumentId } from '../domain/document.ts';
import { WinnowError } from '../domain/errors.ts';
import { documentDuplicate } from '../domain/library-errors.ts';
import type { Passage } from '../domain/passage.ts';
import type { Clock, Parser } from '../domain/ports.ts';
import type { ImportOptions, LibraryService } from '../domain/services.ts';
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
  file: Parameters<LibraryService['add']>[0],
  parts: AddDocumentParts,
  { signal, onProgress }: ImportOptions = {},
): Promise<{ readonly document: Document; readonly passages: readonly Passage[] }> {
  const { name, bytes, warnings = [], password } = file;
  const report = (stage: 'reading' | 'splitting' | 'saving', done: number, total: number) =>
    onProgress?.({ stage, done, total });
  throwIfCancelled(signal);
  report('reading', 0, bytes.byteLength);
  const id = await parts.sha256(bytes);
  throwIfCancelled(signal);
  const existingName = parts.nameOf(id);
  if (existingName !== undefined) throw documentDuplicate(id, name, existingName);
  report('reading', bytes.byteLength, bytes.byteLength);

  const parsed = await parts.parse(
    { name, bytes: new Uint8Array(bytes), ...(password === undefined ? {} : { password }) },
    {
      ...(signal ? { signal } : {}),
      onProgress: (done, total) => onProgress?.({ stage: 'parsing', done, total }),
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

  report('splitting', 0, document.text.length);
  const passages = await splitDocument(document, parts.splitter, parts.pause, {
    signal,
    onSplit: (done) => report('splitting', done, document.text.length),
  });
  throwIfCancelled(signal);
  if (passages.length === 0) {
    throw new WinnowError('document-no-text', `“${name}” holds no text that could be searched. Nothing was added.`, {
      name,
    });
  }
  report('splitting', document.text.length, document.text.length);

  report('saving', 0, passages.length);
  await parts.store.addDocument({ document, passages, original: bytes, chunkingId: parts.splitter.version }, signal);
  report('saving', passages.length, passages.length);
  return { document, passages };
}
