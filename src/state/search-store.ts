import { createStore } from 'zustand/vanilla';
import type { ErrorData } from '../core/domain/errors.ts';
import type { SearchResults } from '../core/domain/search.ts';

/** What stands in the search box, and what was found for it. */
export type SearchFacts = {
  readonly text: string;
  /** Of the text, or, while it is being searched for, of one a moment ago. Null before the first, and where there is no word. */
  readonly results: SearchResults | null;
  /** `no-words`: there is something, but no letter or digit in it. */
  readonly phase: 'idle' | 'no-words' | 'searching' | 'found' | 'failed';
  readonly error: ErrorData | null;
};

export const emptySearch: SearchFacts = { text: '', results: null, phase: 'idle', error: null };

export const createSearchStore = () => createStore<SearchFacts>(() => emptySearch);
export type SearchStore = ReturnType<typeof createSearchStore>;
