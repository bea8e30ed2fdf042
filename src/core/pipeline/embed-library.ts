import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import { WinnowError } from '../domain/errors.ts';
import type { Embedder } from '../domain/ports.ts';
import type { Store, StoredDocument, VectorRun } from '../domain/store.ts';
import { embedPassages } from './embed-passages.ts';

/** Passages embedded between two saves: what a closed tab can lose, a second or two of work. */
const runCount = 16;

/**
 * Computes and stores the vectors that are missing, newest document first; a document added meanwhile comes next.
 * Resolves when none is missing.
 */
export async function embedLibrary(options: {
  readonly store: Store;
  readonly embedderHash: string;
  readonly loadEmbedder: () => Promise<Embedder>;
  /** As they are now, newest first. */
  readonly documents: () => readonly StoredDocument[];
  /** Waited for before each piece of work. */
  readonly idle: () => Promise<void>;
  /** A run was stored. */
  readonly onRun: (run: VectorRun) => Promise<void>;
  /** The store knows better than `documents`: another tab was here. */
  readonly onStale: () => Promise<void>;
  readonly signal: CancelSignal;
}): Promise<void> {
  const { store, embedderHash, signal } = options;
  let stale = '';
  for (;;) {
    throwIfCancelled(signal);
    if (!nextRun(options.documents(), embedderHash)) return;
    await options.idle();
    throwIfCancelled(signal);
    // After the wait: a document that was added meanwhile comes first.
    const next = nextRun(options.documents(), embedderHash);
    if (!next) return;
    const embedder = await options.loadEmbedder();
    const ids = Array.from({ length: next.count }, (_, offset) => `${next.documentId}:${next.firstOrdinal + offset}`);
    const found = await store.passages(ids);
    if (found.size === ids.length) {
      const passages = ids.flatMap((id) => found.get(id) ?? []);
      const vectors = await embedPassages(embedder, passages, options.idle, signal);
      throwIfCancelled(signal);
      const { addedAtMs, ...place } = next;
      const run = { ...place, vectors };
      if (await store.addVectors(run, embedderHash, addedAtMs)) {
        await options.onRun(run);
        continue;
      }
    }
    // Looking again must change something, or this would go on for ever.
    const place = `${next.documentId}:${next.firstOrdinal}`;
    if (stale === place) {
      const message =
        'Stored passages cannot be read any more. Reload the page: the library is checked when it is opened.';
      throw new WinnowError('storage-failed', message, { passage: place });
    }
    stale = place;
    await options.onStale();
  }
}

type NextRun = Omit<VectorRun, 'vectors'> & Pick<StoredDocument, 'addedAtMs'>;

function nextRun(documents: readonly StoredDocument[], embedderHash: string): NextRun | null {
  for (const document of documents) {
    const firstOrdinal = document.embedderHash === embedderHash ? document.embeddedCount : 0;
    const count = Math.min(runCount, document.passageCount - firstOrdinal);
    if (count > 0) return { documentId: document.id, firstOrdinal, count, addedAtMs: document.addedAtMs };
  }
  return null;
}
