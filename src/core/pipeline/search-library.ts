import type { SearchIndex } from '../corpus/search-index/search-index.ts';
import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { FoundPassage, SearchOptions, SearchResults } from '../domain/search.ts';
import type { Store, StoredDocument } from '../domain/store.ts';

/** What a search works with, as it is at that moment. */
type SearchParts = {
  readonly index: SearchIndex;
  readonly documents: readonly StoredDocument[];
  readonly store: Pick<Store, 'passages'>;
};

/**
 * What stands in the search box → the passages that hold its words, with every word marked. No model is asked: it is
 * called at each key that is pressed.
 * @throws Cancelled
 */
export async function searchLibrary(
  typed: string,
  { limit, documentIds }: SearchOptions,
  { index, documents, store }: SearchParts,
  signal?: CancelSignal,
): Promise<SearchResults> {
  throwIfCancelled(signal);
  const searched = documentIds === undefined ? index : index.within(documentIds);
  const { hits, matchCount } = searched.searchTyped(typed, limit);
  const passages = await store.passages(hits.map(({ passageId }) => passageId));
  throwIfCancelled(signal);
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const marksIn = index.markTyped(typed);
  const found = hits.flatMap(({ passageId }): FoundPassage[] => {
    const passage = passages.get(passageId);
    const documentName = passage && names.get(passage.documentId);
    // Removed a moment ago.
    if (passage === undefined || documentName === undefined) return [];
    return [
      {
        passage,
        documentName,
        marks: marksIn(passage.text),
        nameMarks: marksIn(documentName),
        headingMarks: passage.headingPath.map(marksIn),
      },
    ];
  });
  const ids = documentIds && new Set(documentIds);
  const passageCount = passageCountOf(documents.filter(({ id }) => ids?.has(id) ?? true));
  return { found, matchCount, passageCount };
}

export function passageCountOf(documents: readonly StoredDocument[]): number {
  return documents.reduce((sum, { passageCount }) => sum + passageCount, 0);
}
