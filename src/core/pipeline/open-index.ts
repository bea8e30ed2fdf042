import { createSearchIndex } from '../corpus/search-index/create-search-index.ts';
import { loadSearchIndex } from '../corpus/search-index/load-search-index.ts';
import type { IndexSettings, SearchIndex } from '../corpus/search-index/search-index.ts';
import { WinnowError } from '../domain/errors.ts';
import type { Store } from '../domain/store.ts';

/** The saved index, or an empty one when there is none that fits: it is then built again from the stored passages. */
export async function openIndex(store: Store, settings: IndexSettings): Promise<SearchIndex> {
  const stored = await store.loadIndex();
  if (!stored) return createSearchIndex(settings);
  try {
    return await loadSearchIndex(settings, stored.manifest, async (name) => (await stored.readPart(name)) ?? undefined);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'index-mismatch') return createSearchIndex(settings);
    throw error;
  }
}
