import type { DocumentId, DocumentSummary } from './document.ts';
import { tagKey, tagsOf } from './tags.ts';

/** How long ago a document was added at most. */
export type AddedWithin = 'day' | 'week' | 'month' | 'year';

/**
 * Which documents are searched and asked. Each part that is set narrows the choice; within a part any of its values will
 * do. It names its documents, so that a saved trace can tell what was in force after they are gone.
 */
export type DocumentFilter = {
  /** Empty for any. */
  readonly documents: readonly { readonly id: DocumentId; readonly name: string }[];
  /** Empty for any. */
  readonly mediaTypes: readonly string[];
  /** The beginning of names up to a slash, without it: `letters/2024`. Null for anywhere. */
  readonly folder: string | null;
  /** Null for whenever. */
  readonly addedWithin: AddedWithin | null;
  /** Empty for any; capitals do not count. Absent in traces from before there were tags. */
  readonly tags?: readonly string[];
};

export const noFilter: DocumentFilter = { documents: [], mediaTypes: [], folder: null, addedWithin: null, tags: [] };

export function isFilterOn(filter: DocumentFilter): boolean {
  const { documents, mediaTypes, folder, addedWithin } = filter;
  const isNarrowed = documents.length > 0 || mediaTypes.length > 0 || folder !== null || addedWithin !== null;
  return isNarrowed || tagsOf(filter).length > 0;
}

const dayMs = 24 * 60 * 60 * 1000;
const withinMs: Readonly<Record<AddedWithin, number>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
};

type Filtered = Pick<DocumentSummary, 'id' | 'name' | 'mediaType' | 'addedAtMs' | 'tags'>;

/** Those of the documents that the filter lets through, in their order. */
export function filterDocuments<Document extends Filtered>(
  filter: DocumentFilter,
  documents: readonly Document[],
  nowMs: number,
): readonly Document[] {
  const { mediaTypes, folder, addedWithin } = filter;
  const ids = new Set(filter.documents.map(({ id }) => id));
  const keys = new Set(tagsOf(filter).map(tagKey));
  const sinceMs = addedWithin === null ? Number.NEGATIVE_INFINITY : nowMs - withinMs[addedWithin];
  return documents.filter(
    ({ id, name, mediaType, addedAtMs, tags = [] }) =>
      (ids.size === 0 || ids.has(id)) &&
      (mediaTypes.length === 0 || mediaTypes.includes(mediaType)) &&
      (folder === null || name.startsWith(`${folder}/`)) &&
      addedAtMs >= sinceMs &&
      (keys.size === 0 || tags.some((tag) => keys.has(tagKey(tag)))),
  );
}

/** Every folder that the names tell of, and how many documents lie in it or below, by name. */
export function foldersOf(
  documents: readonly Pick<DocumentSummary, 'name'>[],
): readonly { readonly folder: string; readonly documentCount: number }[] {
  const counts = new Map<string, number>();
  for (const { name } of documents) {
    for (let slash = name.indexOf('/', 1); slash > 0; slash = name.indexOf('/', slash + 1)) {
      const folder = name.slice(0, slash);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([folder, documentCount]) => ({ folder, documentCount }))
    .sort((a, b) => a.folder.localeCompare(b.folder, 'en', { numeric: true }));
}
