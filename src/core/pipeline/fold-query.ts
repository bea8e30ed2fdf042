// Query events → what a page shows: the one place that turns the stream into state.
import type { Answer, Citation, Evidence } from '../domain/answer.ts';
import type { DocumentFilter } from '../domain/document-filter.ts';
import type { ErrorData } from '../domain/errors.ts';
import type { QueryEvent, QueryOutcome, QueryStage, Receipt } from '../domain/events.ts';
import type { LanguageModelInfo } from '../domain/language-model.ts';
import type { Candidate, Pool } from '../domain/pool.ts';
import type { Decision, Selection, StrategyChoice } from '../domain/selection.ts';

type QueryStatus = 'idle' | 'retrieving' | 'selecting' | 'answering' | 'done' | 'cancelled' | 'failed';

/** One mark of the dropout strip. */
export type CandidateView = {
  readonly candidate: Candidate;
  /** Null until the selection is known. */
  readonly decision: Decision | null;
  readonly probability: number | null;
  /** True while the ranker is reading the window that holds it. */
  readonly isBeingRead: boolean;
  /** The candidate's label in the answer's evidence, or null when the generator was not shown it. */
  readonly label: number | null;
};

/** Always adds up to the number of candidates. */
export type DecisionCounts = {
  readonly kept: number;
  readonly dropped: number;
  readonly notRead: number;
  readonly nearDuplicate: number;
  readonly pending: number;
};

type PrefillProgress = {
  readonly stage: 'selection' | 'synthesis';
  readonly doneTokens: number;
  readonly promptTokens: number;
};

export type QueryView = {
  readonly status: QueryStatus;
  readonly question: string;
  readonly strategy: StrategyChoice | null;
  /** Null where every document was asked. */
  readonly filter: DocumentFilter | null;
  readonly model: LanguageModelInfo | null;
  readonly pool: Pool | null;
  readonly retrievalMs: number | null;
  readonly candidates: readonly CandidateView[];
  readonly counts: DecisionCounts;
  /** Windows of the pool that the ranker has begun to read. */
  readonly windowCount: number;
  /** Reading progress of the model call in progress; null between calls. */
  readonly progress: PrefillProgress | null;
  readonly selection: Selection | null;
  readonly evidence: Evidence | null;
  /** Answer text so far, without citation marks. */
  readonly answerText: string;
  readonly citations: readonly Citation[];
  readonly outcome: QueryOutcome | null;
  /** The finished answer; null before the end, and where no generator was called. */
  readonly answer: Answer | null;
  readonly receipt: Receipt | null;
  readonly error: ErrorData | null;
  /** The stage in which the query was cancelled or failed. */
  readonly endedIn: QueryStage | null;
};

const noCounts: DecisionCounts = { kept: 0, dropped: 0, notRead: 0, nearDuplicate: 0, pending: 0 };

export const idleQueryView: QueryView = {
  status: 'idle',
  question: '',
  strategy: null,
  filter: null,
  model: null,
  pool: null,
  retrievalMs: null,
  candidates: [],
  counts: noCounts,
  windowCount: 0,
  progress: null,
  selection: null,
  evidence: null,
  answerText: '',
  citations: [],
  outcome: null,
  answer: null,
  receipt: null,
  error: null,
  endedIn: null,
};

function countDecisions(candidates: readonly CandidateView[]): DecisionCounts {
  const count = (kind: Decision['kind'] | undefined) =>
    candidates.filter((view) => view.decision?.kind === kind).length;
  return {
    kept: count('kept'),
    dropped: count('dropped'),
    notRead: count('not-read'),
    nearDuplicate: count('near-duplicate'),
    pending: count(undefined),
  };
}

function withCandidates(view: QueryView, candidates: readonly CandidateView[]): QueryView {
  return { ...view, candidates, counts: countDecisions(candidates) };
}

function withPool(view: QueryView, pool: Pool): QueryView {
  const candidates = pool.candidates.map((candidate): CandidateView => {
    const of = candidate.duplicateOf;
    const decision: Decision | null = of === null ? null : { kind: 'near-duplicate', of };
    return { candidate, decision, probability: null, isBeingRead: false, label: null };
  });
  return withCandidates({ ...view, status: 'selecting', pool }, candidates);
}

function withSelection(view: QueryView, selection: Selection): QueryView {
  const decided = new Map(selection.decisions.map((entry) => [entry.passageId, entry]));
  const candidates = view.candidates.map((entry): CandidateView => {
    const found = decided.get(entry.candidate.passage.id);
    return {
      ...entry,
      decision: found?.decision ?? entry.decision,
      probability: found?.probability ?? null,
      isBeingRead: false,
    };
  });
  return withCandidates({ ...view, selection, progress: null }, candidates);
}

function withEvidence(view: QueryView, evidence: Evidence): QueryView {
  const labels = new Map(evidence.items.map((item) => [item.passageId, item.label]));
  const candidates = view.candidates.map((entry) => ({
    ...entry,
    label: labels.get(entry.candidate.passage.id) ?? null,
  }));
  return withCandidates({ ...view, status: 'answering', evidence }, candidates);
}

function atRest(view: QueryView): QueryView {
  const candidates = view.candidates.map((entry) => ({ ...entry, isBeingRead: false }));
  return { ...view, candidates, progress: null };
}

/** The view after one more event. `started` begins anew, whatever was there before. */
export function foldQuery(view: QueryView, event: QueryEvent): QueryView {
  switch (event.type) {
    case 'started':
      return {
        ...idleQueryView,
        status: 'retrieving',
        question: event.question,
        strategy: event.strategy,
        filter: event.filter ?? null,
        model: event.model,
      };
    case 'candidates':
      return withPool({ ...view, retrievalMs: event.elapsedMs }, event.pool);
    case 'window': {
      const reading = new Set(event.passageIds);
      const candidates = view.candidates.map((entry) => ({
        ...entry,
        isBeingRead: reading.has(entry.candidate.passage.id),
      }));
      return { ...view, candidates, windowCount: view.windowCount + 1 };
    }
    case 'prefill': {
      const { stage, doneTokens, promptTokens } = event;
      return { ...view, progress: { stage, doneTokens, promptTokens } };
    }
    case 'selection':
      return withSelection(view, event.selection);
    case 'evidence':
      return withEvidence(view, event.evidence);
    case 'token':
      return { ...view, answerText: view.answerText + event.text, progress: null };
    case 'citation':
      return { ...view, citations: [...view.citations, event.citation] };
    case 'done':
      return {
        ...atRest(view),
        status: 'done',
        outcome: event.outcome,
        answer: event.answer,
        answerText: event.answer?.text ?? view.answerText,
        citations: event.answer?.citations ?? view.citations,
        receipt: event.receipt,
      };
    case 'cancelled':
      return { ...atRest(view), status: 'cancelled', endedIn: event.stage };
    case 'failed':
      return { ...atRest(view), status: 'failed', endedIn: event.stage, error: event.error };
  }
}

/** The view after a whole stream, or a saved trace's events. */
export function foldQueryEvents(events: readonly QueryEvent[]): QueryView {
  return events.reduce(foldQuery, idleQueryView);
}
