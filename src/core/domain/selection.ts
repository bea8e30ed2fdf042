import type { PassageId } from './passage.ts';

/** Options of every strategy, so that a choice is plain data. */
export type StrategyChoice =
  | { readonly id: 'identity'; readonly k: number }
  | { readonly id: 'zero-shot-adaptive' }
  | { readonly id: 'distilled-adaptive' };

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
  /** Probability that the ranker keeps it, 0..1, where the engine gives one. */
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
  readonly elapsedMs: number;
};
