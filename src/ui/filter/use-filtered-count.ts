import { filterDocuments } from '../../core/domain/document-filter.ts';
import { useFilter, useLibrary } from '../../state/use-winnow.ts';

/** How many documents the filter lets through, of how many. */
export function useFilteredCount(): { readonly count: number; readonly total: number } {
  const filter = useFilter();
  const documents = useLibrary((facts) => facts.documents);
  return { count: filterDocuments(filter, documents, Date.now()).length, total: documents.length };
}
