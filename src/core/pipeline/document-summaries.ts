import type { DocumentId, DocumentSummary } from '../domain/document.ts';
import type { StoredDocument } from '../domain/store.ts';

/** What is told of stored documents: the same object as long as the document is. Vectors of another embedder do not count. */
export function createSummaries(currentEmbedderHash: string): (document: StoredDocument) => DocumentSummary {
  const summaries = new WeakMap<StoredDocument, DocumentSummary>();
  return (document) => {
    const summary = summaries.get(document) ?? summaryOf(document, currentEmbedderHash);
    summaries.set(document, summary);
    return summary;
  };
}

function summaryOf({ chunkingId: _, embedderHash, ...summary }: StoredDocument, current: string): DocumentSummary {
  return embedderHash === current ? summary : { ...summary, embeddedCount: 0 };
}

/** When each document was added: one read anew has another time than the one in the index. */
export function addedAtMsOf(documents: readonly StoredDocument[]): ReadonlyMap<DocumentId, number> {
  return new Map(documents.map(({ id, addedAtMs }) => [id, addedAtMs]));
}
