/**
 * What of the library's state crosses the wall after a change: the documents that changed, not the whole list, which is
 * long when many documents are added one after another.
 */
import type { DocumentId, DocumentSummary } from './document.ts';
import type { LibraryState } from './services.ts';

export type StateNotice = Omit<LibraryState, 'documents'> & {
  /** True: what was sent before counts no more. */
  readonly isWhole: boolean;
  readonly removedIds: readonly DocumentId[];
  /** Documents that are new or changed, with their 0-based positions in the list, by position. */
  readonly changed: readonly { readonly position: number; readonly document: DocumentSummary }[];
};

/** @param before null: all of it is sent. A summary that did not change must be the same object in both */
export function noticeOf(before: LibraryState | null, after: LibraryState): StateNotice {
  const { documents, ...facts } = after;
  const old = new Set(before?.documents ?? []);
  const current = new Set(documents);
  const ids = new Set(documents.map(({ id }) => id));
  const staying = before?.documents.filter((document) => current.has(document)) ?? [];
  // Documents that changed places among each other do not happen; were they to, all would be sent.
  const isInOrder = documents.filter((document) => old.has(document)).every((document, n) => document === staying[n]);
  const isWhole = before === null || !isInOrder;
  return {
    ...facts,
    isWhole,
    removedIds: isWhole ? [] : before.documents.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    changed: documents.flatMap((document, position) => (isWhole || !old.has(document) ? [{ position, document }] : [])),
  };
}

/** The state after the change. Summaries that did not change are the same objects as before. */
export function stateAfter(before: LibraryState, notice: StateNotice): LibraryState {
  const { isWhole, removedIds, changed, ...facts } = notice;
  const gone = new Set([...removedIds, ...changed.map(({ document }) => document.id)]);
  const documents = isWhole ? [] : before.documents.filter(({ id }) => !gone.has(id));
  for (const { position, document } of changed) documents.splice(position, 0, document);
  return { ...facts, documents };
}
