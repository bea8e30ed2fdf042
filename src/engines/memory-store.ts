import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Document, DocumentId } from '../core/domain/document.ts';
import type { Trace } from '../core/domain/events.ts';
import { documentDuplicate, documentNotFound, originalLost } from '../core/domain/library-errors.ts';
import type { Passage } from '../core/domain/passage.ts';
import { type NewDocument, type Store, type StoredDocument, traceLimit, type VectorRun } from '../core/domain/store.ts';
import { tagsOf } from '../core/domain/tags.ts';
import { clearOrigin } from './clear-origin.ts';
import { createTabLocks } from './tab-locks.ts';

type Entry = {
  stored: StoredDocument;
  document: Document;
  passages: readonly Passage[];
  original: ArrayBuffer | null;
  runs: VectorRun[];
};

/**
 * The library in this worker's memory, for browsers that let nothing be stored (some private windows).
 * Gone with the page; other tabs have their own. The index is not saved either: nothing would read it again.
 */
export function createMemoryStore(): Store {
  const entries = new Map<DocumentId, Entry>();
  const traces = new Map<string, Trace>();
  const locks = createTabLocks(`memory-${crypto.randomUUID()}`);

  const entryOf = (id: DocumentId): Entry => {
    const entry = entries.get(id);
    if (entry) return entry;
    throw documentNotFound(id);
  };

  return {
    open: async () => [],
    state: async () => ({
      medium: 'memory',
      repairs: [],
      usedBytes: usedBytes(entries.values()),
      quotaBytes: null,
      persisted: false,
    }),
    documents: async () => [...entries.values()].map((entry) => entry.stored).sort((a, b) => b.addedAtMs - a.addedAtMs),
    storedDocument: async (id) => entries.get(id)?.stored ?? null,
    addDocument: async (added, signal) => {
      throwIfCancelled(signal);
      const { document } = added;
      const existing = entries.get(document.id);
      if (existing) throw documentDuplicate(document.id, document.name, existing.stored.name);
      entries.set(document.id, entryFrom(added));
    },
    replacePassages: async (id, passages, chunkingId) => {
      const entry = entries.get(id);
      if (!entry) return;
      Object.assign(entry, { passages, runs: [] });
      entry.stored = {
        ...entry.stored,
        passageCount: passages.length,
        chunkingId,
        embeddedCount: 0,
        embedderHash: null,
      };
    },
    changeTags: async (id, change) => {
      const entry = entryOf(id);
      const tags = change(tagsOf(entry.stored));
      entry.stored = tagged(entry.stored, tags);
      entry.document = tagged(entry.document, tags);
    },
    replaceDocument: async (replaced, signal) => {
      throwIfCancelled(signal);
      const { id } = replaced.document;
      const { original, stored } = entryOf(id);
      const document = tagged(replaced.document, tagsOf(stored));
      entries.set(id, entryFrom({ ...replaced, document, original }));
    },
    removeDocument: async (id) => {
      entries.delete(id);
    },
    document: async (id) => entryOf(id).document,
    original: async (id) => {
      const { original, stored } = entryOf(id);
      if (original) return original.slice();
      throw originalLost(id, stored.name);
    },
    passages: async (ids) => {
      const found = ids.flatMap((id) => {
        const at = id.lastIndexOf(':');
        const passage = entries.get(id.slice(0, at))?.passages[Number(id.slice(at + 1))];
        return passage ? [passage] : [];
      });
      return new Map(found.map((passage) => [passage.id, passage]));
    },
    passagesOf: async (id) => entries.get(id)?.passages ?? [],
    vectorsOf: async (id, embedderHash, fromOrdinal) => {
      const entry = entries.get(id);
      if (entry?.stored.embedderHash !== embedderHash) return [];
      return entry.runs.filter((run) => run.firstOrdinal >= fromOrdinal);
    },
    addVectors: async (run, embedderHash, addedAtMs) => {
      const entry = entries.get(run.documentId);
      if (!entry || entry.stored.addedAtMs !== (addedAtMs ?? entry.stored.addedAtMs)) return false;
      const isOther = entry.stored.embedderHash !== embedderHash;
      const embeddedCount = isOther ? 0 : entry.stored.embeddedCount;
      if (run.firstOrdinal !== embeddedCount || embeddedCount + run.count > entry.stored.passageCount) return false;
      entry.runs = [...(isOther ? [] : entry.runs), run];
      entry.stored = { ...entry.stored, embedderHash, embeddedCount: embeddedCount + run.count };
      return true;
    },
    loadIndex: async () => null,
    saveIndex: async () => undefined,
    saveTrace: async (trace) => {
      traces.set(trace.id, trace);
      for (const old of newestFirst(traces).slice(traceLimit)) traces.delete(old.id);
    },
    traces: async () => newestFirst(traces),
    removeTrace: async (id) => {
      traces.delete(id);
    },
    clear: async () => {
      entries.clear();
      traces.clear();
      // What the browser refuses to open it has nothing in; the rest goes.
      await clearOrigin().catch(() => undefined);
    },
    onRemoteChange: () => () => undefined,
    exclusively: (name, task) => locks.run(name, task),
    close: async () => undefined,
  };
}

function entryFrom({ document, passages, original, chunkingId, vectors }: NewDocument): Entry {
  const { text: _text, blocks: _blocks, pages, ...rest } = document;
  const runs = [...(vectors?.runs ?? [])];
  const embeddedCount = runs.reduce((sum, { count }) => sum + count, 0);
  const counts = { pageCount: pages.length, passageCount: passages.length, embeddedCount };
  const embedderHash = vectors?.embedderHash ?? null;
  return { stored: { ...rest, ...counts, chunkingId, embedderHash }, document, passages, original, runs };
}

function tagged<Tagged extends { readonly tags?: readonly string[] }>(
  { tags: _, ...rest }: Tagged,
  tags: readonly string[],
): Omit<Tagged, 'tags'> & { readonly tags?: readonly string[] } {
  return tags.length > 0 ? { ...rest, tags } : rest;
}

function newestFirst(traces: ReadonlyMap<string, Trace>): Trace[] {
  return [...traces.values()].sort((a, b) => b.startedAtMs - a.startedAtMs);
}

function usedBytes(entries: Iterable<Entry>): number {
  let bytes = 0;
  for (const { original, document } of entries) bytes += (original?.byteLength ?? 0) + 2 * document.text.length;
  return bytes;
}
