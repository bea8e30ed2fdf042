import type { QueryOutcome } from '../domain/events.ts';
import { isExactMatch, stringMatch, tokenF1 } from './answer-metrics.ts';
import { needsNone } from './selection-record.ts';
import { type SetScore, scoreAgainstSets } from './set-metrics.ts';

/** What was answered from one sample's kept passages. Numbers name candidates, from 1. */
export type AnswerRecord = {
  readonly id: string;
  readonly source: string;
  /** Any of these sets holds the evidence; an empty one: nothing does. */
  readonly rightSets: readonly (readonly number[])[];
  /** What has to be named, each in all its wordings. */
  readonly answerGroups: readonly (readonly string[])[];
  readonly outcome: QueryOutcome;
  /** '' where nothing was answered. */
  readonly text: string;
  readonly kept: readonly number[];
  /** Those of the kept that the generator was shown. */
  readonly shown: readonly number[];
  readonly cited: readonly number[];
  /** Marks that named nothing shown. */
  readonly removedCitationCount: number;
  readonly truncated: boolean;
  readonly evidenceTokens: number;
  readonly promptTokens: number;
  readonly writtenTokens: number;
  readonly elapsedMs: number;
};

export type AnswerScore = {
  readonly exact: number;
  readonly f1: number;
  /** Share of the groups that the text names. */
  readonly stringMatch: number;
};

/** An abstention names nothing, whatever words it takes. */
export function scoreAnswer({ outcome, text, answerGroups }: AnswerRecord): AnswerScore {
  if (outcome !== 'answered') return { exact: 0, f1: 0, stringMatch: 0 };
  const wordings = answerGroups.flat();
  return {
    exact: Number(isExactMatch(text, wordings)),
    f1: tokenF1(text, wordings),
    stringMatch: stringMatch(text, answerGroups),
  };
}

/** Passages cited against the right set that fits best. */
export function scoreCitations({ cited, rightSets }: AnswerRecord): SetScore {
  return scoreAgainstSets([...new Set(cited)], rightSets);
}

/** True where Winnow said that nothing helps: the ranker by keeping none, or the generator in words. */
export function hasAbstained({ outcome }: AnswerRecord): boolean {
  return outcome === 'none' || outcome === 'abstained' || outcome === 'nothing-found';
}

/** True where the sample can be answered. */
export function isAnswerable(record: AnswerRecord): boolean {
  return !needsNone(record) && record.answerGroups.length > 0;
}
