import type { Passage, PassageId } from '../../domain/passage.ts';
import type { Candidate, Pool, RetrievalStage } from '../../domain/pool.ts';
import type { Clock } from '../../domain/ports.ts';
import { findDuplicates } from './find-duplicates.ts';
import { fuseRankings, type Ranking } from './fuse-rankings.ts';

/** What a retriever found, and how long it took. */
type RetrieverResult = { readonly ranking: Ranking; readonly elapsedMs: number };

export type PoolRequest = {
  /** Candidates wanted at most. */
  readonly depth: number;
  /** Null when the retriever was not asked. Each should hold `retrieverDepth(depth)` hits, if there are so many. */
  readonly bm25: RetrieverResult | null;
  readonly dense: (RetrieverResult & { readonly embedQueryMs: number }) | null;
  readonly queryTerms: readonly string[];
  readonly passageCount: number;
  readonly within?: Pool['within'];
  /** Passages by their ids. One that is missing, since its document was just removed, is left out of the pool. */
  readonly readPassages: (
    ids: readonly PassageId[],
  ) => Promise<ReadonlyMap<PassageId, { readonly passage: Passage; readonly documentName: string }>>;
};

/**
 * Hits to ask of each retriever for a pool of that depth: more than the pool holds, so that a passage which both rank
 * just below the cut can still be fused into it.
 */
export function retrieverDepth(depth: number): number {
  return Math.max(50, 2 * depth);
}

/**
 * Rankings → the pool that selection sees. Steps: 1 fuse the rankings; 2 cut to the depth; 3 read the passages;
 * 4 mark near-duplicates, which keep their place. The stage `fusion` is the time of all four.
 */
export async function buildPool(request: PoolRequest, clock: Pick<Clock, 'monotonicMs'>): Promise<Pool> {
  const { bm25, dense } = request;
  const startedMs = clock.monotonicMs();
  const fused = fuseRankings(bm25?.ranking ?? [], dense?.ranking ?? []).slice(0, request.depth);
  const passages = await request.readPassages(fused.map(({ passageId }) => passageId));
  const found = fused.flatMap(({ passageId, ...scores }) => {
    const entry = passages.get(passageId);
    return entry ? [{ ...entry, ...scores }] : [];
  });
  const duplicates = findDuplicates(found.map(({ passage }) => passage.text));
  const candidates = found.map((entry, position): Candidate => {
    const original = duplicates[position] ?? null;
    const duplicateOf = original === null ? null : (found[original]?.passage.id ?? null);
    return { ...entry, rank: position + 1, duplicateOf };
  });
  const fusionMs = clock.monotonicMs() - startedMs;

  const stages: RetrievalStage[] = [];
  if (bm25) stages.push({ name: 'bm25', hitCount: bm25.ranking.length, elapsedMs: bm25.elapsedMs });
  if (dense) {
    stages.push({ name: 'embed-query', hitCount: 0, elapsedMs: dense.embedQueryMs });
    stages.push({ name: 'dense', hitCount: dense.ranking.length, elapsedMs: dense.elapsedMs });
  }
  stages.push({ name: 'fusion', hitCount: candidates.length, elapsedMs: fusionMs });
  const { passageCount, queryTerms, within } = request;
  return { candidates, passageCount, queryTerms, stages, ...(within ? { within } : {}) };
}
