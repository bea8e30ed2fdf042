import type { Passage, PassageId } from './passage.ts';

type RetrieverName = 'bm25' | 'dense';

/** A retriever's opinion of a passage: score (higher is better) and 1-based rank in its own list. */
export type RetrieverHit = { readonly score: number; readonly rank: number };

/** A passage admitted to the pool. */
export type Candidate = {
  readonly passage: Passage;
  readonly documentName: string;
  readonly bm25: RetrieverHit | null;
  readonly dense: RetrieverHit | null;
  /** Of all retrievers together, 0..1: the weighted sum of each score's share of its retriever's best. */
  readonly fusedScore: number;
  /** 1-based rank in the pool; duplicates keep their place. */
  readonly rank: number;
  /** The better-ranked candidate that this one nearly repeats, or null. */
  readonly duplicateOf: PassageId | null;
};

export type RetrievalStage = {
  readonly name: RetrieverName | 'embed-query' | 'fusion';
  readonly hitCount: number;
  readonly elapsedMs: number;
};

/** The fixed, ordered candidate set that a selector sees for one query. May be empty. */
export type Pool = {
  readonly candidates: readonly Candidate[];
  /** Passages in the whole library when the query ran. */
  readonly passageCount: number;
  /** What was searched of it. Absent: everything. */
  readonly within?: { readonly documentCount: number; readonly passageCount: number };
  /** Words the query was searched by; empty when it held none. */
  readonly queryTerms: readonly string[];
  readonly stages: readonly RetrievalStage[];
};
