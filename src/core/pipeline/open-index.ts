import { createSearchIndex } from '../corpus/search-index/create-search-index.ts';
import { loadSearchIndex } from '../corpus/search-index/load-search-index.ts';
import type { IndexSettings, SearchIndex } from '../corpus/search-index/search-index.ts';
import { WinnowError } from '../domain/errors.ts';
import type { Store } from '../domain/store.ts';

/**
 * The saved index, or an empty one when there is none that fits: it is then built again from the stored passages.
 * `isSaved`: what the store holds is this index; an empty one and no file are the same.
 */
export async function openIndex(
  store: Store,
  settings: IndexSettings,
): Promise<{ readonly index: SearchIndex; readonly isSaved: boolean }> {
  const stored = await store.loadIndex();
  if (!stored) return { index: createSearchIndex(settings), isSaved: true };
  const readPart = async (name: string) => (await stored.readPart(name)) ?? undefined;
  try {
    return { index: await loadSearchIndex(settings, stored.manifest, readPart), isSaved: true };
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'index-mismatch') {
      return { index: createSearchIndex(settings), isSaved: false };
    }
    throw error;
  }
}
