import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { DocumentFilter } from '../core/domain/document-filter.ts';
import type { LibraryFacts } from './library-store.ts';
import type { ModelFacts } from './model-store.ts';
import type { PrivacyFacts } from './privacy-store.ts';
import type { QueryFacts } from './query-store.ts';
import type { SearchFacts } from './search-store.ts';
import type { SourceFacts } from './source-store.ts';
import type { TransferFacts } from './transfer-store.ts';
import type { WinnowState } from './winnow-state.ts';

export const WinnowContext = createContext<WinnowState | null>(null);

/** The state of the page this component stands in. @throws Error outside of a `WinnowContext` */
export function useWinnow(): WinnowState {
  const state = useContext(WinnowContext);
  if (state === null) throw new Error('useWinnow is called outside of WinnowContext: render inside its provider.');
  return state;
}

// One hook per store: the component renders again when its slice changes.
export const useLibrary = <Slice>(select: (facts: LibraryFacts) => Slice): Slice =>
  useStore(useWinnow().library, select);

export const useModel = (): ModelFacts => useStore(useWinnow().model, (facts) => facts.model);

export const useQuery = <Slice>(select: (facts: QueryFacts) => Slice): Slice => useStore(useWinnow().query, select);

export const useSource = <Slice>(select: (facts: SourceFacts) => Slice): Slice => useStore(useWinnow().source, select);

export const useSearch = <Slice>(select: (facts: SearchFacts) => Slice): Slice => useStore(useWinnow().search, select);

export const useFilter = (): DocumentFilter => useStore(useWinnow().filter, (facts) => facts.filter);

export const useTransfer = <Slice>(select: (facts: TransferFacts) => Slice): Slice =>
  useStore(useWinnow().transfer, select);

export const usePrivacy = (): PrivacyFacts => useStore(useWinnow().privacy);
