import type { Searches, SearchIndex } from '../corpus/search-index/search-index.ts';
import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import { isCancelled } from '../domain/errors.ts';
import type { Passage, PassageId } from '../domain/passage.ts';
import type { Pool } from '../domain/pool.ts';
import type { Clock, Embedder, RetrieveOptions } from '../domain/ports.ts';
import type { Store, StoredDocument } from '../domain/store.ts';
import { buildPool, type PoolRequest, retrieverDepth } from '../query/candidates/build-pool.ts';
import { passageCountOf } from './search-library.ts';

/** What retrieval works with, as it is at the moment of the question. */
export type RetrieveParts = {
  readonly index: SearchIndex;
  readonly documents: readonly StoredDocument[];
  readonly store: Pick<Store, 'passages'>;
  readonly loadEmbedder: () => Promise<Embedder>;
  readonly clock: Clock;
};

/**
 * Share of the passages that must have vectors before these count beside words. Below it the dense list would rank high
 * whatever happens to be embedded already: asked at once after an import, a question about one document had another's
 * passages first.
 */
const leastVectorShare = 0.9;

/**
 * A question → the pool of candidates. While vectors are missing, or when the embedder fails, words alone find them:
 * the stage `dense` then shows no hit.
 * @throws Cancelled; the embedder's error when vectors are all that was asked for
 */
export async function retrievePool(
  question: string,
  options: RetrieveOptions,
  parts: RetrieveParts,
  signal?: CancelSignal,
): Promise<Pool> {
  const { index, store, clock } = parts;
  const limit = retrieverDepth(options.depth);
  throwIfCancelled(signal);
  let bm25: PoolRequest['bm25'] = null;
  if (options.useBm25) {
    const startMs = clock.monotonicMs();
    const ranking = searches(index, options).searchBm25(question, limit);
    bm25 = { ranking, elapsedMs: clock.monotonicMs() - startMs };
  }
  const dense = options.useDense ? await searchByVector(question, options, parts, signal) : null;
  throwIfCancelled(signal);
  const names = new Map(parts.documents.map(({ id, name }) => [id, name]));
  return buildPool(
    {
      depth: options.depth,
      bm25,
      dense,
      queryTerms: index.queryTerms(question),
      passageCount: index.stats().passageCount,
      ...withinOf(parts.documents, options),
      readPassages: async (ids) => {
        const entries = new Map<PassageId, { readonly passage: Passage; readonly documentName: string }>();
        for (const [id, passage] of await store.passages(ids)) {
          const documentName = names.get(passage.documentId);
          if (documentName !== undefined) entries.set(id, { passage, documentName });
        }
        return entries;
      },
    },
    clock,
  );
}

function searches(index: SearchIndex, { documentIds }: RetrieveOptions): Searches {
  return documentIds === undefined ? index : index.within(documentIds);
}

function withinOf(documents: readonly StoredDocument[], { documentIds }: RetrieveOptions): Pick<Pool, 'within'> {
  if (documentIds === undefined) return {};
  const ids = new Set(documentIds);
  const chosen = documents.filter(({ id }) => ids.has(id));
  return { within: { documentCount: chosen.length, passageCount: passageCountOf(chosen) } };
}

async function searchByVector(
  question: string,
  options: RetrieveOptions,
  { index, loadEmbedder, clock }: RetrieveParts,
  signal?: CancelSignal,
): Promise<NonNullable<PoolRequest['dense']>> {
  const { vectorCount, passageCount } = index.stats();
  const isTooFew = options.useBm25 && vectorCount < leastVectorShare * passageCount;
  if (vectorCount === 0 || isTooFew) return { ranking: [], embedQueryMs: 0, elapsedMs: 0 };
  const startMs = clock.monotonicMs();
  let vector: Float32Array | null = null;
  try {
    const embedder = await loadEmbedder();
    vector = (await embedder.embed([question], signal)).vectors;
  } catch (error) {
    if (isCancelled(error) || !options.useBm25) throw error;
  }
  const embeddedMs = clock.monotonicMs();
  const ranking = vector ? searches(index, options).searchDense(vector, retrieverDepth(options.depth)) : [];
  return { ranking, embedQueryMs: embeddedMs - startMs, elapsedMs: clock.monotonicMs() - embeddedMs };
}
