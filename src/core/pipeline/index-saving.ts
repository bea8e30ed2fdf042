import type { SearchIndex } from '../corpus/search-index/search-index.ts';
import type { Store } from '../domain/store.ts';

/** Runs of new vectors between two saves of the index: about a thousand passages. */
const runsPerSave = 64;

/** Knows whether what the store holds is the index as it is. Nothing, and an index that is empty, are the same. */
export type IndexSaving = {
  readonly changed: (what: 'words' | 'vectors') => void;
  /**
   * Words, because what was removed must not stay on the disk and what was added takes long to index again; vectors, once
   * there are many. Whoever leaves in the middle of a large library finds most of it when they come back.
   */
  readonly isDue: () => boolean;
  readonly save: (index: SearchIndex) => Promise<void>;
  readonly reset: (isSaved: boolean) => void;
};

export function createIndexSaving(store: Pick<Store, 'saveIndex'>): IndexSaving {
  let isSaved = true;
  let areWordsSaved = true;
  let runCount = 0;
  const reset = (saved: boolean): void => {
    isSaved = saved;
    areWordsSaved = saved;
    runCount = 0;
  };
  return {
    changed: (what) => {
      isSaved = false;
      if (what === 'words') areWordsSaved = false;
      else runCount++;
    },
    isDue: () => !areWordsSaved || runCount >= runsPerSave,
    save: async (index) => {
      if (isSaved) return;
      await store.saveIndex((stored) => index.save(stored));
      reset(true);
    },
    reset,
  };
}
