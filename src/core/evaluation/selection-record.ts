import type { SelectionOutcome } from '../domain/selection.ts';
import { type SetScore, scoreAgainstSets } from './set-metrics.ts';

/** What a strategy decided about one sample, with all that its measures need. Numbers name candidates, from 1. */
export type SelectionRecord = {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  /** Any of these sets is right; the first is the annotated one. */
  readonly rightSets: readonly (readonly number[])[];
  /** Candidates in pool order. */
  readonly pool: readonly number[];
  readonly outcome: SelectionOutcome;
  /** Most useful first. */
  readonly kept: readonly number[];
  /** Probabilities in pool order, null where there is none. */
  readonly probabilities: readonly (number | null)[];
  readonly notReadCount: number;
  readonly nearDuplicateCount: number;
  /** Candidates that were shown only in part. */
  readonly truncatedCount: number;
  readonly repairCount: number;
  readonly replies: readonly string[];
  /** Prompt tokens of all calls of the language model; null where another model read. */
  readonly readTokens: number | null;
  readonly writtenTokens: number;
  /** Tokens of the kept candidates as evidence, none of them cut. */
  readonly keptTokens: number;
  /** The same for the whole pool. */
  readonly poolTokens: number;
  readonly elapsedMs: number;
};

const missed: SetScore = { exact: false, precision: 0, recall: 0, f1: 0 };

/** Against the right set that fits best. A reply that could not be read is right for no question, also where none is needed. */
export function scoreRecord({ outcome, kept, rightSets }: SelectionRecord): SetScore {
  return outcome === 'unreadable' ? missed : scoreAgainstSets(kept, rightSets);
}

/** True where nothing helps. */
export function needsNone({ rightSets }: Pick<SelectionRecord, 'rightSets'>): boolean {
  return rightSets.some((set) => set.length === 0);
}
