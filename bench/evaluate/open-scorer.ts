import type { Clock, CrossEncoder } from '../../src/core/domain/ports.ts';
import { type KnownScores, readKnownScores } from './known-scores.ts';
import { loadCrossEncoder, noCrossEncoder } from './load-cross-encoder.ts';
import { rememberScores } from './remember-scores.ts';
import { asksCrossEncoder, type EvaluatedChoice } from './strategy-name.ts';

export type Scorer = {
  readonly crossEncoder: CrossEncoder | KnownScores;
  /** The clock to measure strategies by: it knows how long remembered scores took. */
  readonly clock: Clock;
  readonly dispose: () => Promise<void>;
};

export type ScorerOptions = {
  /** The recipe's scores in place of the engine; null for the engine. */
  readonly scoresPath: string | null;
  readonly threads: number;
  /** Where the engine's scores are kept. */
  readonly cacheFolder: string;
};

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

const nothingToDispose = async (): Promise<void> => {};

/** Opens the cross-encoder for a strategy that asks one. @throws WinnowError of the engine */
export async function openScorer(choice: EvaluatedChoice, options: ScorerOptions): Promise<Scorer> {
  if (!asksCrossEncoder(choice)) {
    return { crossEncoder: noCrossEncoder, clock: systemClock, dispose: nothingToDispose };
  }
  if (options.scoresPath !== null) {
    const crossEncoder = await readKnownScores(options.scoresPath);
    return { crossEncoder, clock: systemClock, dispose: nothingToDispose };
  }
  const { crossEncoder, dispose } = await loadCrossEncoder(options.threads);
  return { ...rememberScores(crossEncoder, systemClock, options.cacheFolder), dispose };
}

/** True for a sample that the scorer can score: an engine can score any. */
export function canScore({ crossEncoder }: Scorer, id: string): boolean {
  return !('byId' in crossEncoder) || crossEncoder.byId.has(id);
}
