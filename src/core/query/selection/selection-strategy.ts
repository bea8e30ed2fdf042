import type { CancelSignal } from '../../domain/cancel.ts';
import type { QueryEvent } from '../../domain/events.ts';
import type { LanguageModel } from '../../domain/language-model.ts';
import type { Pool } from '../../domain/pool.ts';
import type { Clock, CrossEncoder } from '../../domain/ports.ts';
import type { Selection, StrategyChoice } from '../../domain/selection.ts';

export type SelectionRequest = {
  readonly question: string;
  readonly pool: Pool;
  readonly model: LanguageModel;
  readonly crossEncoder: CrossEncoder;
  readonly clock: Clock;
  /** How long the ranker may read, on this device's measured speed. Raising it lets it see more candidates. */
  readonly readingTimeMs: number;
  readonly signal?: CancelSignal;
};

export type SelectionStep = Extract<QueryEvent, { type: 'window' | 'prefill' }>;

/** Decides which candidates of a pool are needed. Yields progress, returns the decision. */
export type SelectionStrategy = {
  readonly choice: StrategyChoice;
  /** Version of the prompt; `none` for a strategy that asks no model. */
  readonly promptVersion: string;
  /** @throws Cancelled, WinnowError of the model */
  readonly select: (request: SelectionRequest) => AsyncGenerator<SelectionStep, Selection, undefined>;
};
