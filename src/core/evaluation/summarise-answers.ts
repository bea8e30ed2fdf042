// Records of answers → their measures, over all and by source.
import {
  type AnswerRecord,
  type AnswerScore,
  hasAbstained,
  isAnswerable,
  scoreAnswer,
  scoreCitations,
} from './answer-record.ts';
import { bootstrapMean, type Interval } from './bootstrap.ts';
import { groupBy } from './group-by.ts';
import { needsNone } from './selection-record.ts';

/** Intervals are 95 % bootstrap intervals over samples; null where no sample counts. Tokens and times are means over all. */
export type AnswerSummary = {
  readonly sampleCount: number;
  /** Samples with evidence and a known answer: over these the text is measured; one that was not answered counts 0. */
  readonly answerableCount: number;
  readonly exact: Interval | null;
  readonly f1: Interval | null;
  readonly stringMatch: Interval | null;
  /** Of the abstentions, those where nothing helps. */
  readonly abstentionPrecision: Interval | null;
  /** Of the samples where nothing helps, those with an abstention. */
  readonly abstentionRecall: Interval | null;
  /** Cited passages that are evidence, and evidence that is cited, over answers to samples with evidence. */
  readonly citationPrecision: Interval | null;
  readonly citationRecall: Interval | null;
  readonly unreadableCount: number;
  readonly truncatedCount: number;
  readonly removedCitationCount: number;
  readonly shownSize: number;
  readonly evidenceTokens: number;
  readonly writtenTokens: number;
  readonly elapsedMs: number;
};

export type AnswerGroup = { readonly name: string; readonly summary: AnswerSummary };

/** @throws Error without records */
export function summariseAnswers(records: readonly AnswerRecord[]): AnswerSummary {
  if (records.length === 0) throw new Error('there is no record to summarise');
  const scores = records.filter(isAnswerable).map(scoreAnswer);
  const over = (measure: (score: AnswerScore) => number) => bootstrapMean(scores.map(measure));
  const answered = records.filter((record) => record.outcome === 'answered' && !needsNone(record));
  const citations = answered.map(scoreCitations);
  const sum = (measure: (record: AnswerRecord) => number) =>
    records.reduce((total, record) => total + measure(record), 0);
  const mean = (measure: (record: AnswerRecord) => number) => sum(measure) / records.length;
  return {
    sampleCount: records.length,
    answerableCount: scores.length,
    exact: over(({ exact }) => exact),
    f1: over(({ f1 }) => f1),
    stringMatch: over((score) => score.stringMatch),
    abstentionPrecision: bootstrapMean(records.filter(hasAbstained).map((record) => Number(needsNone(record)))),
    abstentionRecall: bootstrapMean(records.filter(needsNone).map((record) => Number(hasAbstained(record)))),
    citationPrecision: bootstrapMean(citations.map(({ precision }) => precision)),
    citationRecall: bootstrapMean(citations.map(({ recall }) => recall)),
    unreadableCount: records.filter(({ outcome }) => outcome === 'unreadable').length,
    truncatedCount: records.filter(({ truncated }) => truncated).length,
    removedCitationCount: sum((record) => record.removedCitationCount),
    shownSize: mean(({ shown }) => shown.length),
    evidenceTokens: mean((record) => record.evidenceTokens),
    writtenTokens: mean((record) => record.writtenTokens),
    elapsedMs: mean((record) => record.elapsedMs),
  };
}

/** Summaries by source, by name. */
export function summariseAnswerGroups(records: readonly AnswerRecord[]): readonly AnswerGroup[] {
  return [...groupBy(records, ({ source }) => source)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => ({ name, summary: summariseAnswers(members) }));
}
