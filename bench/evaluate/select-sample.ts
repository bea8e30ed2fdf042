// One sample through the app's own pool, strategy and counting → its record.
import type { LanguageModel } from '../../src/core/domain/language-model.ts';
import { passageTitle } from '../../src/core/domain/passage-title.ts';
import type { Pool } from '../../src/core/domain/pool.ts';
import type { Clock, CrossEncoder } from '../../src/core/domain/ports.ts';
import type { Selection, StrategyChoice } from '../../src/core/domain/selection.ts';
import { bestPrefixLength } from '../../src/core/evaluation/best-prefix-length.ts';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { createStrategy } from '../../src/core/query/selection/create-strategy.ts';
import { answerPrompt } from '../../src/core/query/synthesis/answer-prompt.ts';
import { isFloor } from './floors/floor-choice.ts';
import { floorSelection } from './floors/floor-selection.ts';
import { type KnownScores, knownCrossEncoder } from './known-scores.ts';
import type { ListwiseSample } from './listwise-sample.ts';
import { candidateNumber, poolOf, shuffledPool } from './sample-pool.ts';
import type { EvaluatedChoice } from './strategy-name.ts';

export type SelectionPorts = {
  readonly model: LanguageModel;
  readonly crossEncoder: CrossEncoder | KnownScores;
  readonly clock: Clock;
  /** Null for the order of retrieval; a number for one that has nothing to do with it. */
  readonly orderSeed: number | null;
};

/** Everything is read, however long it takes: a pool cut by a slow machine would measure the machine. */
const readingTimeMs = Number.POSITIVE_INFINITY;
/** Largest k that the oracle may choose, as in the papers. */
const oracleLimit = 10;

export async function selectSample(
  sample: ListwiseSample,
  choice: EvaluatedChoice,
  ports: SelectionPorts,
): Promise<SelectionRecord> {
  const retrieved = await poolOf(sample, ports.clock);
  const pool = ports.orderSeed === null ? retrieved : shuffledPool(retrieved, ports.orderSeed);
  const tokens = await evidenceTokens(pool, ports.model);
  if (isFloor(choice)) {
    const floor = floorSelection(sample, pool, choice);
    return toRecord(sample, floor.pool, floor.selection, tokens);
  }
  const usable = choice.id === 'oracle' ? oracleChoice(sample, pool) : choice;
  return toRecord(sample, pool, await select(sample, pool, usable, ports), tokens);
}

async function select(
  sample: ListwiseSample,
  pool: Pool,
  choice: StrategyChoice,
  ports: SelectionPorts,
): Promise<Selection> {
  const { model, clock } = ports;
  const scorer = ports.crossEncoder;
  const crossEncoder = 'byId' in scorer ? knownCrossEncoder(scorer, sample, pool) : scorer;
  const strategy = createStrategy(choice, model.info().rankerPromptVersion);
  const running = strategy.select({ question: sample.question, pool, model, crossEncoder, clock, readingTimeMs });
  for (;;) {
    const step = await running.next();
    if (step.done) return step.value;
  }
}

function oracleChoice({ rightSets }: ListwiseSample, pool: Pool): StrategyChoice {
  const order = pool.candidates.filter(({ duplicateOf }) => duplicateOf === null);
  const numbers = order.map(({ passage }) => candidateNumber(passage.id));
  return { id: 'identity', k: bestPrefixLength(numbers, rightSets, oracleLimit) };
}

/** Tokens of each candidate, whole, as the generator would read it; by candidate number. */
async function evidenceTokens(pool: Pool, model: LanguageModel): Promise<ReadonlyMap<number, number>> {
  const counts = await model.countTokens(
    pool.candidates.map((candidate, position) =>
      answerPrompt.fillPassage({
        label: position + 1,
        title: passageTitle(candidate),
        text: candidate.passage.text,
      }),
    ),
  );
  return new Map(pool.candidates.map(({ passage }, position) => [candidateNumber(passage.id), counts[position] ?? 0]));
}

function toRecord(
  sample: ListwiseSample,
  pool: Pool,
  selection: Selection,
  tokens: ReadonlyMap<number, number>,
): SelectionRecord {
  const { invocations, decisions, scoring } = selection;
  const kept = selection.kept.map(candidateNumber);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const countOf = (kind: string) => decisions.filter(({ decision }) => decision.kind === kind).length;
  return {
    id: sample.id,
    source: sample.source,
    kind: sample.kind,
    rightSets: sample.rightSets,
    pool: pool.candidates.map(({ passage }) => candidateNumber(passage.id)),
    outcome: selection.outcome,
    kept,
    probabilities: decisions.map(({ probability }) => probability),
    notReadCount: countOf('not-read'),
    nearDuplicateCount: countOf('near-duplicate'),
    truncatedCount: new Set(invocations.flatMap(({ truncated }) => truncated)).size,
    repairCount: sum(invocations.map(({ repairs }) => repairs.length)),
    replies: invocations.map(({ reply }) => reply),
    readTokens: scoring && invocations.length === 0 ? null : sum(invocations.map(({ promptTokens }) => promptTokens)),
    writtenTokens: sum(invocations.map(({ completionTokens }) => completionTokens)),
    keptTokens: sum(kept.map((number) => tokens.get(number) ?? 0)),
    poolTokens: sum([...tokens.values()]),
    elapsedMs: selection.elapsedMs,
  };
}
