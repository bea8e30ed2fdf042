// Question → answer, as one stream of events. The only place that knows the order:
//
//   1. started     the question is checked: nothing runs for an empty or overlong one
//   2. candidates  the retriever's pool
//   3. window, prefill, selection   the ranker keeps some, all or none
//   4. evidence    the kept passages, fitted to the generator's budget
//   5. prefill, token, citation     the generator's answer
//   6. done        with the receipt; or, at any point, cancelled or failed
//
// Saved, the stream is the trace. Leaving it early frees the model.
import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { DocumentId } from '../domain/document.ts';
import type { DocumentFilter } from '../domain/document-filter.ts';
import { errorDataOf, isCancelled, WinnowError } from '../domain/errors.ts';
import type { QueryEvent, QueryStage } from '../domain/events.ts';
import type { LanguageModel } from '../domain/language-model.ts';
import type { Candidate, Pool } from '../domain/pool.ts';
import type { Clock, CrossEncoder, RetrieveOptions, Retriever } from '../domain/ports.ts';
import { defaultStrategy, type Selection, type StrategyChoice } from '../domain/selection.ts';
import { createStrategy } from '../query/selection/create-strategy.ts';
import { answerPrompt } from '../query/synthesis/answer-prompt.ts';
import { fitEvidence } from '../query/synthesis/fit-evidence.ts';
import { writeAnswer } from '../query/synthesis/write-answer.ts';
import { checkQuestion } from './check-question.ts';
import { outcomeOf, writeReceipt } from './write-receipt.ts';

export type QueryPorts = {
  readonly retriever: Retriever;
  readonly crossEncoder: CrossEncoder;
  readonly model: LanguageModel;
  readonly clock: Clock;
};

/** A filter, and the documents that it let through when the question was asked. */
export type FilteredDocuments = { readonly filter: DocumentFilter; readonly documentIds: readonly DocumentId[] };

export type QueryOptions = {
  readonly strategy: StrategyChoice;
  readonly retrieve: Omit<RetrieveOptions, 'documentIds'>;
  /** Null: every document is asked. */
  readonly within: FilteredDocuments | null;
  /** How long the ranker may read, in milliseconds at the measured speed. Raising it lets it read more candidates. */
  readonly readingTimeMs: number;
  /**
   * Most tokens of evidence, the same on every device. Raising it shows the generator more of what was kept. Default 256,
   * about two passages. Chosen on the end-to-end questions themselves, so those are no independent proof of it: with five
   * passages the untuned 135M model got both that were run wrong; with two, and vectors left out while most are missing,
   * it got all three right.
   */
  readonly maxEvidenceTokens: number;
  readonly maxAnswerTokens: number;
  /** True answers from the closest passages when the ranker kept none, or could not be understood. */
  readonly answerAnyway: boolean;
  /** Pool and selection of an earlier run of the same question, which are then not made again. */
  readonly earlier: { readonly pool: Pool; readonly selection: Selection } | null;
};

export const defaultQueryOptions: QueryOptions = {
  strategy: defaultStrategy,
  retrieve: { depth: 20, useBm25: true, useDense: true },
  within: null,
  readingTimeMs: 20_000,
  maxEvidenceTokens: 256,
  maxAnswerTokens: 128,
  answerAnyway: false,
  earlier: null,
};

/** Passages that `answerAnyway` answers from. */
const closestCount = 3;

/** Tokens of passages that the model's context holds beside the question and the answer. */
async function evidenceRoom(question: string, model: LanguageModel, options: QueryOptions): Promise<number> {
  const { contextTokens } = model.info();
  const [baseTokens = 0] = await model.countTokens([answerPrompt.fill(question, [])]);
  return Math.max(0, contextTokens - baseTokens - options.maxAnswerTokens - 1);
}

/** The pool's candidates with these ids, in the order of the ids. */
function pick(pool: Pool, ids: readonly string[]): readonly Candidate[] {
  const byId = new Map(pool.candidates.map((candidate) => [candidate.passage.id, candidate]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function closest(pool: Pool): readonly Candidate[] {
  return pool.candidates.filter((candidate) => candidate.duplicateOf === null).slice(0, closestCount);
}

/** Never throws: a fault is the last event, `failed`; a cancel is `cancelled`. */
export async function* answerQuery(
  asked: string,
  { retriever, crossEncoder, model, clock }: QueryPorts,
  options: QueryOptions = defaultQueryOptions,
  signal?: CancelSignal,
): AsyncGenerator<QueryEvent, void, undefined> {
  let stage: QueryStage = 'retrieval';
  const cancel = signal === undefined ? {} : { signal };
  try {
    // 1. The question
    const { strategy: choice, within } = options;
    const filter = within ? { filter: within.filter } : {};
    yield { type: 'started', question: asked.trim(), strategy: choice, model: model.info(), ...filter };
    const question = checkQuestion(asked);
    const strategy = createStrategy(choice, model.info().rankerPromptVersion);
    throwIfCancelled(signal);

    // 2. Candidates
    const retrievalStartMs = clock.monotonicMs();
    const scope = within ? { documentIds: within.documentIds } : {};
    const pool =
      options.earlier?.pool ?? (await retriever.retrieve(question, { ...options.retrieve, ...scope }, signal));
    const retrievalMs = clock.monotonicMs() - retrievalStartMs;
    if (pool.passageCount === 0) {
      throw new WinnowError('library-empty', 'There is no document to look in; add one and ask again.');
    }
    yield { type: 'candidates', pool, elapsedMs: retrievalMs };
    throwIfCancelled(signal);
    const receiptParts = { candidateCount: pool.candidates.length, retrievalMs };
    const nothing = { evidenceTokens: 0, undroppedTokens: 0, synthesisMs: 0 };
    if (pool.candidates.length === 0) {
      const receipt = writeReceipt({ ...receiptParts, ...nothing, model: model.info(), selection: null });
      yield { type: 'done', outcome: 'nothing-found', answer: null, receipt };
      return;
    }

    // 3. Selection
    stage = 'selection';
    const { readingTimeMs } = options;
    const selection =
      options.earlier?.selection ??
      (yield* strategy.select({ question, pool, model, crossEncoder, clock, readingTimeMs, ...cancel }));
    yield { type: 'selection', selection };
    throwIfCancelled(signal);

    // 4. Evidence
    stage = 'synthesis';
    const synthesisStartMs = clock.monotonicMs();
    const roomTokens = await evidenceRoom(question, model, options);
    const budgetTokens = Math.min(roomTokens, options.maxEvidenceTokens);
    const read = selection.decisions.filter(({ decision }) => decision.kind === 'kept' || decision.kind === 'dropped');
    const undropped = await fitEvidence({
      candidates: pick(
        pool,
        read.map((entry) => entry.passageId),
      ),
      budgetTokens: roomTokens,
      basis: 'selected',
      model,
    });
    const undroppedTokens = undropped.evidence.tokens;
    if (selection.outcome !== 'selected' && !options.answerAnyway) {
      const receipt = writeReceipt({ ...receiptParts, ...nothing, model: model.info(), selection, undroppedTokens });
      yield { type: 'done', outcome: selection.outcome, answer: null, receipt };
      return;
    }
    const isSelected = selection.outcome === 'selected';
    const fitted = await fitEvidence({
      candidates: isSelected ? pick(pool, selection.kept) : closest(pool),
      budgetTokens,
      basis: isSelected ? 'selected' : 'closest',
      model,
    });
    yield { type: 'evidence', evidence: fitted.evidence };

    // 5. Answer
    const { maxAnswerTokens: maxTokens } = options;
    const answer = yield* writeAnswer({ question, fitted, model, clock, maxTokens, ...cancel });

    // 6. Done
    const receipt = writeReceipt({
      ...receiptParts,
      model: model.info(),
      selection,
      evidenceTokens: fitted.evidence.tokens,
      undroppedTokens,
      synthesisMs: clock.monotonicMs() - synthesisStartMs,
    });
    yield { type: 'done', outcome: outcomeOf(answer), answer, receipt };
  } catch (error) {
    if (isCancelled(error)) yield { type: 'cancelled', stage };
    else yield { type: 'failed', stage, error: errorDataOf(error) };
  }
}
