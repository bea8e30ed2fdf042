import type { PassageId } from './passage.ts';
import type { CrossEncoderInfo } from './ports.ts';

/** Options of every strategy, so that a choice is plain data. */
export type StrategyChoice =
  | { readonly id: 'identity'; readonly k: number }
  /** The k most probable by the cross-encoder. */
  | { readonly id: 'cross-encoder'; readonly k: number }
  /** All that the cross-encoder gives this probability (0..1) or more, perhaps none. */
  | { readonly id: 'cross-encoder-threshold'; readonly threshold: number }
  /** The first k after the language model put all candidates in order, window by window. */
  | { readonly id: 'permutation'; readonly k: number }
  | { readonly id: 'zero-shot-adaptive' }
  | { readonly id: 'distilled-adaptive' };

/** What a newcomer gets: the most exact one (docs/ranker.md). */
export const defaultStrategy = { id: 'distilled-adaptive' } as const satisfies StrategyChoice;

/**
 * The best that asks no language model. The threshold is from training pools that the cross-encoder did not learn from
 * (0.28 to 0.32 are equally good there); on the held-out split it gives sets of F1 0.645.
 */
export const scoredStrategy = { id: 'cross-encoder-threshold', threshold: 0.3 } as const satisfies StrategyChoice;

export type Decision =
  /** `rank` is 1-based, in order of usefulness. */
  | { readonly kind: 'kept'; readonly rank: number }
  | { readonly kind: 'dropped' }
  /** Nobody judged it: the reading budget (or k) ended before it, or the reply about it was unreadable. */
  | { readonly kind: 'not-read' }
  | { readonly kind: 'near-duplicate'; readonly of: PassageId };

export type CandidateDecision = {
  readonly passageId: PassageId;
  readonly decision: Decision;
  /** Probability that the ranker keeps it (the cross-encoder: that it helps), 0..1, where the engine gives one. */
  readonly probability: number | null;
};

/** A correction made to a reply while reading it; counted, shown, never silent. */
export type Repair = {
  readonly kind: 'label-out-of-range' | 'label-repeated' | 'none-beside-labels' | 'text-ignored';
  readonly text: string;
};

/** One call of the ranker. */
export type Invocation = {
  /** The candidates shown, in label order: label n is `passageIds[n - 1]`. */
  readonly passageIds: readonly PassageId[];
  /** Those of them that were shown only in part, cut at a sentence border to fit the budget. */
  readonly truncated: readonly PassageId[];
  readonly reply: string;
  readonly repairs: readonly Repair[];
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly elapsedMs: number;
};

/** What the cross-encoder did for a selection. */
export type Scoring = CrossEncoderInfo & {
  /** Candidates scored: all but near-duplicates. */
  readonly scoredCount: number;
  /** Its loading included, where this was its first use. */
  readonly elapsedMs: number;
};

/** `none` (nothing helps) and `unreadable` (the reply could not be understood) are different values. */
export type SelectionOutcome = 'selected' | 'none' | 'unreadable';

/** Ordered subset of the pool, with a decision for every candidate. */
export type Selection = {
  readonly strategy: StrategyChoice;
  readonly promptVersion: string;
  readonly outcome: SelectionOutcome;
  /** Most useful first; empty unless the outcome is `selected`. */
  readonly kept: readonly PassageId[];
  /** One per candidate, in pool order. */
  readonly decisions: readonly CandidateDecision[];
  readonly invocations: readonly Invocation[];
  /** Absent where no cross-encoder was asked. */
  readonly scoring?: Scoring;
  readonly elapsedMs: number;
};
