import type { Answer, Citation, Evidence } from './answer.ts';
import type { DocumentFilter } from './document-filter.ts';
import type { ErrorData } from './errors.ts';
import type { LanguageModelInfo } from './language-model.ts';
import type { PassageId } from './passage.ts';
import type { Pool } from './pool.ts';
import type { Selection, StrategyChoice } from './selection.ts';

export type QueryStage = 'retrieval' | 'selection' | 'synthesis';

/**
 * How a query ended.
 * `nothing-found`: no candidate; `none`: the ranker kept nothing; `abstained`: the generator said so;
 * `unreadable`: the ranker's reply could not be understood.
 */
export type QueryOutcome = 'answered' | 'abstained' | 'none' | 'nothing-found' | 'unreadable';

/** What an answer cost and what dropout changed. Tokens are the generator's prompt tokens. */
export type Receipt = {
  readonly model: LanguageModelInfo;
  readonly candidateCount: number;
  readonly readCount: number;
  readonly keptCount: number;
  readonly rankerTokens: number;
  /** Passage tokens given to the generator. */
  readonly evidenceTokens: number;
  /** Passage tokens of every candidate read, as far as the model's context holds them: what it would have had to read. */
  readonly undroppedTokens: number;
  readonly retrievalMs: number;
  readonly selectionMs: number;
  readonly synthesisMs: number;
  /** Prefill time that dropout saved minus the ranker's own; negative when it cost more. Null without a measured speed. */
  readonly savedMs: number | null;
};

export type QueryEvent =
  | {
      readonly type: 'started';
      readonly question: string;
      readonly strategy: StrategyChoice;
      readonly model: LanguageModelInfo;
      /** Absent: every document was asked. */
      readonly filter?: DocumentFilter;
    }
  | { readonly type: 'candidates'; readonly pool: Pool; readonly elapsedMs: number }
  /** A window of the pool is about to be read. `index` is 0-based. */
  | {
      readonly type: 'window';
      readonly index: number;
      readonly passageIds: readonly PassageId[];
      readonly promptTokens: number;
    }
  /** Progress of a model call, for progress bars. */
  | {
      readonly type: 'prefill';
      readonly stage: 'selection' | 'synthesis';
      readonly doneTokens: number;
      readonly promptTokens: number;
    }
  | { readonly type: 'selection'; readonly selection: Selection }
  | { readonly type: 'evidence'; readonly evidence: Evidence }
  /** New answer text, marks already taken out: the texts together are a prefix of `Answer.text`, save trailing space. */
  | { readonly type: 'token'; readonly text: string }
  | { readonly type: 'citation'; readonly citation: Citation }
  | {
      readonly type: 'done';
      readonly outcome: QueryOutcome;
      readonly answer: Answer | null;
      readonly receipt: Receipt;
    }
  | { readonly type: 'cancelled'; readonly stage: QueryStage }
  | { readonly type: 'failed'; readonly stage: QueryStage; readonly error: ErrorData };

/** The saved event stream of one query. */
export type Trace = {
  readonly version: 1;
  readonly id: string;
  readonly startedAtMs: number;
  readonly fingerprint: string;
  readonly events: readonly QueryEvent[];
};
