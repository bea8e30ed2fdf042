import { createStore } from 'zustand/vanilla';
import type { ErrorData } from '../core/domain/errors.ts';
import type { Trace } from '../core/domain/events.ts';
import { defaultStrategy, type StrategyChoice } from '../core/domain/selection.ts';
import type { FilteredDocuments } from '../core/pipeline/answer-query.ts';
import type { QueryView } from '../core/pipeline/fold-query.ts';

/** The question that the page shows, being answered or brought back from the history. */
export type QueryRun = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly question: string;
  readonly strategy: StrategyChoice;
  /** Null where every document was asked. */
  readonly within: FilteredDocuments | null;
  readonly phase: 'loading-model' | 'running' | 'ended';
  readonly view: QueryView;
  /** Null until the run has ended, and when it ended before its stream began. */
  readonly trace: Trace | null;
};

export type QueryFacts = {
  readonly draft: string;
  readonly strategy: StrategyChoice;
  /** Why the draft cannot be asked as it is. */
  readonly draftError: ErrorData | null;
  readonly run: QueryRun | null;
  /** Newest first. */
  readonly traces: readonly Trace[];
  /** Why the history could not be read or written. */
  readonly historyError: ErrorData | null;
};

export const createQueryStore = () =>
  createStore<QueryFacts>(() => ({
    draft: '',
    strategy: defaultStrategy,
    draftError: null,
    run: null,
    traces: [],
    historyError: null,
  }));
export type QueryStore = ReturnType<typeof createQueryStore>;
