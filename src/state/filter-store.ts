import { createStore } from 'zustand/vanilla';
import { type DocumentFilter, noFilter } from '../core/domain/document-filter.ts';

/** Which documents are searched and asked. One filter for both: what is seen beside the question holds for it too. */
export type FilterFacts = { readonly filter: DocumentFilter };

export const createFilterStore = () => createStore<FilterFacts>(() => ({ filter: noFilter }));
export type FilterStore = ReturnType<typeof createFilterStore>;
