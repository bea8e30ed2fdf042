import type { DocumentId, DocumentSummary } from '../core/domain/document.ts';
import { type AddedWithin, type DocumentFilter, noFilter } from '../core/domain/document-filter.ts';
import { tagsOf, withoutTag } from '../core/domain/tags.ts';
import type { FilterStore } from './filter-store.ts';

export type FilterActions = {
  /** Takes a document among the chosen ones, or out of them. */
  readonly toggleDocument: (document: Pick<DocumentSummary, 'id' | 'name'>) => void;
  /** Takes all types of one kind among the chosen ones, or out of them. */
  readonly toggleMediaTypes: (mediaTypes: readonly string[]) => void;
  /** Takes a tag among the chosen ones, or out of them, whatever its capitals. */
  readonly toggleTag: (tag: string) => void;
  /** Null for anywhere. */
  readonly setFolder: (folder: string | null) => void;
  /** Null for whenever. */
  readonly setAddedWithin: (addedWithin: AddedWithin | null) => void;
  readonly clear: () => void;
  /** Lets go of documents that are no longer in the library; null means all. */
  readonly forget: (ids: readonly DocumentId[] | null) => void;
};

export function createFilterActions(store: FilterStore): FilterActions {
  const patch = (change: (filter: DocumentFilter) => Partial<DocumentFilter>): void =>
    store.setState(({ filter }) => ({ filter: { ...filter, ...change(filter) } }));
  return {
    toggleDocument: ({ id, name }) =>
      patch(({ documents }) => {
        const others = documents.filter((chosen) => chosen.id !== id);
        return { documents: others.length < documents.length ? others : [...documents, { id, name }] };
      }),
    toggleMediaTypes: (mediaTypes) =>
      patch((filter) => {
        const others = filter.mediaTypes.filter((chosen) => !mediaTypes.includes(chosen));
        const isChosen = others.length < filter.mediaTypes.length;
        return { mediaTypes: isChosen ? others : [...others, ...mediaTypes] };
      }),
    toggleTag: (tag) =>
      patch((filter) => {
        const tags = tagsOf(filter);
        const others = withoutTag(tags, tag);
        return { tags: others.length < tags.length ? others : [...tags, tag] };
      }),
    setFolder: (folder) => patch(() => ({ folder })),
    setAddedWithin: (addedWithin) => patch(() => ({ addedWithin })),
    clear: () => store.setState({ filter: noFilter }),
    forget: (ids) => {
      if (ids === null) store.setState({ filter: noFilter });
      else patch(({ documents }) => ({ documents: documents.filter(({ id }) => !ids.includes(id)) }));
    },
  };
}
