// What a selection run kept of one sample, through the app's own pipeline from the evidence on → the answer's record.
import type { Answer } from '../../src/core/domain/answer.ts';
import { WinnowError } from '../../src/core/domain/errors.ts';
import type { QueryEvent } from '../../src/core/domain/events.ts';
import type { LanguageModel } from '../../src/core/domain/language-model.ts';
import type { Pool } from '../../src/core/domain/pool.ts';
import type { Clock, Retriever } from '../../src/core/domain/ports.ts';
import type { Selection } from '../../src/core/domain/selection.ts';
import type { AnswerRecord } from '../../src/core/evaluation/answer-record.ts';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { answerQuery, defaultQueryOptions } from '../../src/core/pipeline/answer-query.ts';
import { givenSelection } from './given-selection.ts';
import type { ListwiseSample } from './listwise-sample.ts';
import { noCrossEncoder } from './load-cross-encoder.ts';
import { answerGroups } from './question-sources.ts';
import { candidateNumber, poolOf } from './sample-pool.ts';

export type AnswerPorts = {
  readonly model: LanguageModel;
  readonly clock: Clock;
  readonly maxEvidenceTokens: number;
};

const noRetriever: Retriever = {
  retrieve: () => Promise.reject(new WinnowError('internal', 'The pool is given; nothing is retrieved.')),
};

/** @throws Error when the pipeline failed */
export async function answerSample(
  sample: ListwiseSample,
  record: SelectionRecord,
  { model, clock, maxEvidenceTokens }: AnswerPorts,
): Promise<AnswerRecord> {
  const pool = await poolOf(sample, clock);
  const selection = selectionOf(record, pool);
  const ports = { retriever: noRetriever, crossEncoder: noCrossEncoder, model, clock };
  const options = {
    ...defaultQueryOptions,
    strategy: selection.strategy,
    maxEvidenceTokens,
    earlier: { pool, selection },
  };
  let shown: readonly number[] = [];
  let last: QueryEvent | null = null;
  for await (const event of answerQuery(sample.question, ports, options)) {
    if (event.type === 'evidence') shown = event.evidence.items.map(({ passageId }) => candidateNumber(passageId));
    last = event;
  }
  if (last?.type !== 'done') {
    const reason = last?.type === 'failed' ? last.error.message : 'it did not end';
    throw new Error(`${sample.id} was not answered: ${reason}`);
  }
  return {
    id: sample.id,
    source: sample.source,
    rightSets: sample.rightSets,
    answerGroups: answerGroups(sample),
    outcome: last.outcome,
    kept: record.kept,
    shown,
    ...answerParts(last.answer),
    evidenceTokens: last.receipt.evidenceTokens,
    elapsedMs: last.receipt.synthesisMs,
  };
}

function answerParts(answer: Answer | null) {
  return {
    text: answer?.text ?? '',
    cited: (answer?.citations ?? []).map(({ passageId }) => candidateNumber(passageId)),
    removedCitationCount: answer?.removedCitationCount ?? 0,
    truncated: answer?.truncated ?? false,
    promptTokens: answer?.promptTokens ?? 0,
    writtenTokens: answer?.completionTokens ?? 0,
  };
}

/** The selection as the pipeline needs it again: what was kept, of which pool. */
function selectionOf({ outcome, kept }: SelectionRecord, pool: Pool): Selection {
  const ids = new Map(pool.candidates.map(({ passage }) => [candidateNumber(passage.id), passage.id]));
  const keptIds = kept.flatMap((number) => ids.get(number) ?? []);
  return givenSelection(pool.candidates, keptIds, outcome);
}
