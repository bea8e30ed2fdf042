import { scoreAgainstSets } from '../../src/core/evaluation/set-metrics.ts';

/** A pool as the cross-encoder sees it: candidate numbers with their probabilities. */
export type ScoredSample = {
  readonly scored: readonly { readonly number: number; readonly probability: number }[];
  readonly rightSets: readonly (readonly number[])[];
};

export type ThresholdChoice = { readonly threshold: number; readonly f1: number; readonly exact: number };

/** Hundredths from .01 to .99: finer ones would follow the noise of some hundred samples. */
const thresholds: readonly number[] = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);

/** Set F1 and exact match of keeping all that reaches the threshold, for every threshold tried. */
function thresholdCurve(samples: readonly ScoredSample[]): readonly ThresholdChoice[] {
  return thresholds.map((threshold) => {
    const scores = samples.map(({ scored, rightSets }) => {
      const kept = scored.filter(({ probability }) => probability >= threshold).map(({ number }) => number);
      return scoreAgainstSets(kept, rightSets);
    });
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      threshold,
      f1: mean(scores.map(({ f1 }) => f1)),
      exact: mean(scores.map(({ exact }) => Number(exact))),
    };
  });
}

/** The threshold with the best set F1; of equal ones the lowest. @throws Error without samples */
export function chooseThreshold(samples: readonly ScoredSample[]): ThresholdChoice {
  if (samples.length === 0) throw new Error('a threshold needs samples to be chosen on');
  return thresholdCurve(samples).reduce((best, choice) => (choice.f1 > best.f1 ? choice : best));
}
