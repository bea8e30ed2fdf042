import type { DocumentId } from '../core/domain/document.ts';
import { errorDataOf, isCancelled } from '../core/domain/errors.ts';
import type { SearchOptions } from '../core/domain/search.ts';
import type { LibraryService } from '../core/domain/services.ts';
import { emptySearch, type SearchStore } from './search-store.ts';

/** Passages shown at most. Further words narrow faster than reading on. */
const shownCount = 30;

/** Longer texts are cut: nobody types that much, and a whole document pasted must not hold the worker up. */
const maxTypedChars = 200;

export type SearchActions = {
  /** Searches for the text; what was being searched for is cancelled. */
  readonly type: (text: string) => void;
  /** Searches for the same text again, after the library or the filter has changed. */
  readonly refresh: () => void;
  /** Empties the box. */
  readonly leave: () => void;
};

/** @param documentIds what the filter lets through; undefined while it is off */
export function createSearchActions(
  store: SearchStore,
  library: Pick<LibraryService, 'search'>,
  documentIds: () => readonly DocumentId[] | undefined,
): SearchActions {
  let controller = new AbortController();

  const search = async (text: string): Promise<void> => {
    controller.abort();
    const mine = new AbortController();
    controller = mine;
    if (text.trim() === '') {
      store.setState({ ...emptySearch, text });
      return;
    }
    if (!/[\p{L}\p{N}]/u.test(text)) {
      store.setState({ text, results: null, phase: 'no-words', error: null });
      return;
    }
    // What was found for the last text stays until then: a list that vanishes at every key cannot be read.
    store.setState({ text, phase: 'searching', error: null });
    try {
      const results = await library.search(text.slice(0, maxTypedChars), optionsOf(documentIds()), mine.signal);
      if (!mine.signal.aborted) store.setState({ results, phase: 'found' });
    } catch (error) {
      if (mine.signal.aborted) return;
      // Everything is being deleted.
      if (isCancelled(error)) store.setState({ ...emptySearch, text });
      else store.setState({ results: null, phase: 'failed', error: errorDataOf(error) });
    }
  };

  return {
    type: (text) => void search(text),
    refresh: () => {
      const { text } = store.getState();
      if (text !== '') void search(text);
    },
    leave: () => void search(''),
  };
}

function optionsOf(documentIds: readonly DocumentId[] | undefined): SearchOptions {
  return { limit: shownCount, ...(documentIds ? { documentIds } : {}) };
}
