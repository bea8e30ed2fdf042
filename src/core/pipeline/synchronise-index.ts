import { passageLanguages } from '../corpus/search-index/passage-languages.ts';
import type { SearchIndex } from '../corpus/search-index/search-index.ts';
import type { DocumentId } from '../domain/document.ts';
import type { Passage } from '../domain/passage.ts';
import type { LanguageParts } from '../domain/ports.ts';
import type { Store, StoredDocument } from '../domain/store.ts';

/**
 * Makes the index hold exactly what the store holds, whatever happened in between: an import here, a change by another
 * tab, an index saved before a crash.
 */
export async function synchroniseIndex(options: {
  readonly index: SearchIndex;
  readonly store: Pick<Store, 'passagesOf' | 'vectorsOf'>;
  /** The store's, newest first. */
  readonly documents: readonly StoredDocument[];
  /** Looks at this one alone: `documents` are this one, or none when it is gone. */
  readonly only?: DocumentId;
  readonly embedderHash: string;
  /** The index's own. */
  readonly languages: LanguageParts;
  /** Passages that need not be read from the store, by document. */
  readonly known?: ReadonlyMap<DocumentId, readonly Passage[]>;
  /** When each document was added whose passages the index holds, as far as that is known: one read anew has another time. */
  readonly indexedAtMs?: ReadonlyMap<DocumentId, number>;
  /** Called after each change of the index. */
  readonly onChanged: (what: 'words' | 'vectors') => void;
  /** Called after each document added; whoever waits gets a turn there. */
  readonly onAdded?: (doneCount: number, totalCount: number) => Promise<void>;
}): Promise<void> {
  const { index, store, documents, only, embedderHash, languages, known, indexedAtMs } = options;
  const storedAtMs = new Map(documents.map(({ id, addedAtMs }) => [id, addedAtMs]));
  for (const id of index.documentIds()) {
    if (only !== undefined && id !== only) continue;
    const atMs = storedAtMs.get(id);
    if (atMs !== undefined && atMs === (indexedAtMs?.get(id) ?? atMs)) continue;
    index.removeDocument(id);
    options.onChanged('words');
  }

  const indexed = new Set(index.documentIds());
  const missing = documents.filter(({ id }) => !indexed.has(id)).reverse();
  for (const [position, { id, name }] of missing.entries()) {
    const passages = known?.get(id) ?? (await store.passagesOf(id));
    // None: another tab removed the document a moment ago.
    if (passages.length > 0) {
      const detector = await languages.loadDetector();
      index.addPassages(name, passages, passageLanguages(passages, detector, languages.stemmers.languages));
      indexed.add(id);
      options.onChanged('words');
    }
    await options.onAdded?.(position + 1, missing.length);
  }

  for (const document of documents) {
    if (document.embedderHash !== embedderHash || !indexed.has(document.id)) continue;
    const firstMissing = index.missingVectors(document.id)[0] ?? document.passageCount;
    if (firstMissing >= document.embeddedCount) continue;
    for (const run of await store.vectorsOf(document.id, embedderHash, firstMissing)) {
      index.setVectors(run.documentId, run.firstOrdinal, run.vectors);
      options.onChanged('vectors');
    }
  }
}
