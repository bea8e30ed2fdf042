import type { DocumentId } from '../../domain/document.ts';
import type { Passage, PassageId } from '../../domain/passage.ts';
import type { Candidate, Pool, RetrievalStage } from '../../domain/pool.ts';
import type { Clock, RetrieveOptions } from '../../domain/ports.ts';
import { findDuplicates } from './find-duplicates.ts';
import { fuseRankings, type Ranking } from './fuse-rankings.ts';

export type PoolRequest = {
  /**
   * Hits of each retriever, empty when it was not asked. Each should hold more than `depth` hits, so that a passage which
   * both rank just below the cut can still be fused into the pool.
   */
  readonly bm25: Ranking;
  readonly dense: Ranking;
  /** The passages that were hit. One that is missing, since its document was just removed, is left out. */
  readonly passages: ReadonlyMap<PassageId, Passage>;
  readonly documents: readonly { readonly id: DocumentId; readonly name: string }[];
  readonly options: Pick<RetrieveOptions, 'depth'>;
  /** What ran before. */
  readonly stages: readonly RetrievalStage[];
  readonly queryTerms: readonly string[];
  readonly passageCount: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
};

/**
 * Rankings → the pool that selection sees. Steps: 1 fuse the rankings; 2 cut to the depth; 3 mark near-duplicates, which
 * keep their place. The stage `fusion` is the time of all three.
 */
export function buildPool(request: PoolRequest): Pool {
  const { passages, options, clock, queryTerms, passageCount } = request;
  const startedMs = clock.monotonicMs();
  const nameOf = new Map(request.documents.map(({ id, name }) => [id, name]));
  const found = fuseRankings(request.bm25, request.dense)
    .flatMap(({ passageId, ...scores }) => {
      const passage = passages.get(passageId);
      const documentName = passage && nameOf.get(passage.documentId);
      return passage && documentName !== undefined ? [{ passage, documentName, ...scores }] : [];
    })
    .slice(0, options.depth);
  const duplicates = findDuplicates(found.map(({ passage }) => passage.text));
  const candidates = found.map((entry, position): Candidate => {
    const original = duplicates[position] ?? null;
    const duplicateOf = original === null ? null : (found[original]?.passage.id ?? null);
    return { ...entry, rank: position + 1, duplicateOf };
  });
  const elapsedMs = clock.monotonicMs() - startedMs;
  const stages: RetrievalStage[] = [...request.stages, { name: 'fusion', hitCount: candidates.length, elapsedMs }];
  return { candidates, passageCount, queryTerms, stages };
}
