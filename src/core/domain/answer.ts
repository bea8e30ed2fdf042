import type { DocumentId } from './document.ts';
import type { PassageId } from './passage.ts';
import type { Span } from './span.ts';

/** A selected passage as the generator reads it. `label` is 1-based and lives only in this answer. */
export type EvidenceItem = {
  readonly label: number;
  readonly passageId: PassageId;
  readonly documentId: DocumentId;
  readonly documentName: string;
  /** The part of the passage shown, as a span of `document.text`. */
  readonly shown: Span;
  readonly tokens: number;
};

/** The evidence of one answer, fitted to the token budget. */
export type Evidence = {
  /** `closest`: the ranker kept nothing, and the person asked for an answer from the best-ranked candidates all the same. */
  readonly basis: 'selected' | 'closest';
  readonly items: readonly EvidenceItem[];
  readonly tokens: number;
  readonly budgetTokens: number;
  /** Kept passages for which no room was left. */
  readonly omitted: readonly PassageId[];
};

export type Citation = {
  /** The statement in `Answer.text` that this supports. */
  readonly statement: Span;
  readonly label: number;
  readonly passageId: PassageId;
  readonly documentId: DocumentId;
  /** The sentence in `document.text` that supports the statement best. */
  readonly sentence: Span;
  /** Share of the statement's content words found in that sentence, 0..1. */
  readonly support: number;
  /** `model`: the generator wrote the mark; `attributed`: Winnow found the support afterwards. */
  readonly origin: 'model' | 'attributed';
};

export type Answer = {
  /** Without citation marks. */
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Marks that named nothing shown; they were taken out. */
  readonly removedCitationCount: number;
  /** True when the generator said that the evidence does not answer. */
  readonly abstained: boolean;
  /** True when the token limit cut it. */
  readonly truncated: boolean;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
};
