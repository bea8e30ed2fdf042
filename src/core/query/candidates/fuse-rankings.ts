import type { PassageId } from '../../domain/passage.ts';
import type { RetrieverHit } from '../../domain/pool.ts';

/** One retriever's hits, best first, each passage at most once. */
export type Ranking = readonly { readonly passageId: PassageId; readonly score: number }[];

export type FusedHit = {
  readonly passageId: PassageId;
  readonly bm25: RetrieverHit | null;
  readonly dense: RetrieverHit | null;
  readonly fusedScore: number;
};

/**
 * The constant of reciprocal rank fusion: a passage gets 1 / (60 + rank) from each list that holds it. 60 is the value
 * of G. Cormack et al., "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
 * Raising it makes agreement of both lists count more than a high place in one.
 */
const fusionConstant = 60;

/**
 * Both rankings as one, best first. Ranks are fused and scores are not, because those of BM25 and of vectors share no
 * scale. Of equal sums the passage that BM25 ranks better comes first; two passages never tie in that, too.
 */
export function fuseRankings(bm25: Ranking, dense: Ranking): FusedHit[] {
  const bm25Hits = hitsById(bm25);
  const denseHits = hitsById(dense);
  const fused = [...new Set([...bm25Hits.keys(), ...denseHits.keys()])].map((passageId): FusedHit => {
    const lexical = bm25Hits.get(passageId) ?? null;
    const semantic = denseHits.get(passageId) ?? null;
    return { passageId, bm25: lexical, dense: semantic, fusedScore: shareOf(lexical) + shareOf(semantic) };
  });
  const rankOf = (hit: RetrieverHit | null): number => hit?.rank ?? Number.MAX_SAFE_INTEGER;
  return fused.sort(
    (a, b) => b.fusedScore - a.fusedScore || rankOf(a.bm25) - rankOf(b.bm25) || rankOf(a.dense) - rankOf(b.dense),
  );
}

function hitsById(ranking: Ranking): Map<PassageId, RetrieverHit> {
  return new Map(ranking.map(({ passageId, score }, position) => [passageId, { score, rank: position + 1 }]));
}

function shareOf(hit: RetrieverHit | null): number {
  return hit ? 1 / (fusionConstant + hit.rank) : 0;
}
