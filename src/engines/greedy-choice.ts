import { WinnowError } from '../core/domain/errors.ts';

export type ScoredId = { readonly id: number; readonly logprob: number };

function assertFinite(value: number, id: number): void {
  if (Number.isFinite(value)) return;
  throw new WinnowError(
    'engine-failed',
    `The engine returned ${value} as a logit; its arithmetic is broken. Choose another engine.`,
    { id },
  );
}

/** Log of the sum of e^logit over the allowed ids (null: all of them). */
function logSumExp(logits: Float32Array, allowed: readonly number[] | null, largest: number): number {
  let sum = 0;
  if (allowed === null) {
    for (let id = 0; id < logits.length; id++) sum += Math.exp((logits[id] ?? Number.NaN) - largest);
  } else {
    for (const id of allowed) sum += Math.exp((logits[id] ?? Number.NaN) - largest);
  }
  return largest + Math.log(sum);
}

/**
 * The likeliest id and the natural log of its probability among the allowed ids. Of equals, the lowest id wins.
 *
 * @param logits [vocabularySize]
 * @param allowed ids ascending, never empty; null allows every id
 * @throws WinnowError `engine-failed` when a logit is not a number
 */
export function chooseGreedily(logits: Float32Array, allowed: readonly number[] | null): ScoredId {
  let best = allowed === null ? 0 : (allowed[0] ?? -1);
  let bestLogit = logits[best] ?? Number.NaN;
  if (allowed === null) {
    for (let id = 1; id < logits.length; id++) {
      const logit = logits[id] ?? Number.NaN;
      if (logit > bestLogit) {
        best = id;
        bestLogit = logit;
      }
    }
  } else {
    for (const id of allowed) {
      const logit = logits[id] ?? Number.NaN;
      if (logit > bestLogit) {
        best = id;
        bestLogit = logit;
      }
    }
  }
  assertFinite(bestLogit, best);
  const normaliser = logSumExp(logits, allowed, bestLogit);
  assertFinite(normaliser, best);
  return { id: best, logprob: bestLogit - normaliser };
}

/** The allowed ids with their log probabilities, best first, at most `limit`. */
export function rankAllowed(logits: Float32Array, allowed: readonly number[], limit: number): readonly ScoredId[] {
  const largest = allowed.reduce((max, id) => Math.max(max, logits[id] ?? Number.NaN), Number.NEGATIVE_INFINITY);
  const normaliser = logSumExp(logits, allowed, largest);
  // Sorted by logit: two that differ may round to the same log probability.
  return allowed
    .map((id) => ({ id, logit: logits[id] ?? Number.NaN }))
    .sort((a, b) => b.logit - a.logit || a.id - b.id)
    .slice(0, limit)
    .map(({ id, logit }) => ({ id, logprob: logit - normaliser }));
}
