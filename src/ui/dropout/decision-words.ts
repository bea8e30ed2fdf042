import type { PassageId } from '../../core/domain/passage.ts';
import type { StrategyChoice } from '../../core/domain/selection.ts';
import type { CandidateView, DecisionCounts, QueryView } from '../../core/pipeline/fold-query.ts';
import { formatChance, formatCount, formatPercent, formatPlural } from '../format.ts';

/** How a mark of the strip looks. */
export type Fate = 'waiting' | 'reading' | 'kept' | 'dropped' | 'not-read' | 'near-duplicate';

export function fateOf(entry: Pick<CandidateView, 'decision' | 'isBeingRead'>): Fate {
  if (entry.decision !== null) return entry.decision.kind;
  return entry.isBeingRead ? 'reading' : 'waiting';
}

type ReasonContext = {
  readonly strategy: StrategyChoice | null;
  /** Pool rank of a passage, for naming the one that a near-duplicate repeats. */
  readonly rankOf: (id: PassageId) => number | null;
  /** True for a passage of which the ranker saw only a part. */
  readonly isCut: (id: PassageId) => boolean;
  /** True where the cross-encoder's score was too low for the ranker to read the passage at all. */
  readonly isScoredOnly: (id: PassageId) => boolean;
};

/** Why a candidate is where it is, as a sentence. */
export function decisionReason(entry: CandidateView, context: ReasonContext): string {
  const reason = fateReason(entry, context);
  return context.isCut(entry.candidate.passage.id) ? `${reason} Only a part of it fitted into the reading.` : reason;
}

/** Why a strategy keeps, drops or does not read a candidate. */
type StrategyWords = {
  readonly kept: string;
  readonly dropped: string;
  readonly notRead: string;
  /** What the probability is of; told of dropped ones, and of kept ones where it was what decided. */
  readonly chance: string;
  readonly isChanceDecisive: boolean;
};

function strategyWords(strategy: StrategyChoice | null): StrategyWords {
  switch (strategy?.id) {
    case 'identity':
      return {
        kept: 'among the first found',
        dropped: 'not among the first found',
        notRead: 'not among the first found',
        chance: 'chance of keeping',
        isChanceDecisive: false,
      };
    case 'cross-encoder':
      return {
        kept: strategy.k === 1 ? 'the best-scored one' : `among the ${strategy.k} best-scored`,
        dropped: strategy.k === 1 ? 'another scored better' : `${strategy.k} others scored better`,
        notRead: 'it was not scored',
        chance: 'chance of helping',
        isChanceDecisive: true,
      };
    case 'cross-encoder-threshold':
      return {
        kept: `it scored ${formatPercent(strategy.threshold)} or more`,
        dropped: `it scored under ${formatPercent(strategy.threshold)}`,
        notRead: 'it was not scored',
        chance: 'chance of helping',
        isChanceDecisive: true,
      };
    default:
      return {
        kept: 'the ranker found it needed',
        dropped: 'read, and not needed',
        notRead: 'the reading budget ended before it',
        chance: 'chance of keeping',
        isChanceDecisive: false,
      };
  }
}

function fateReason(entry: CandidateView, { strategy, rankOf, isScoredOnly }: ReasonContext): string {
  const { decision, label } = entry;
  const words = strategyWords(strategy);
  const chanceOf = (what: string): string =>
    entry.probability === null ? '' : ` (${what}: ${formatChance(entry.probability)})`;
  const chance = chanceOf(words.chance);
  if (label !== null && decision?.kind !== 'kept') return `Used as [${label}] because you asked for an answer anyway.`;
  switch (decision?.kind) {
    case 'kept': {
      const why = `${words.kept}${words.isChanceDecisive ? chance : ''}`;
      return label === null ? `Kept: ${why}. Not shown to the answer: it did not fit.` : `Kept as [${label}]: ${why}.`;
    }
    case 'dropped':
      if (isScoredOnly(entry.candidate.passage.id)) {
        return `Dropped: others scored better and were read instead${chanceOf('chance of helping')}.`;
      }
      return `Dropped: ${words.dropped}${chance}.`;
    case 'not-read':
      return `Not read: ${words.notRead}.`;
    case 'near-duplicate': {
      const rank = rankOf(decision.of);
      return rank === null ? 'Left out: it nearly repeats another.' : `Left out: it nearly repeats number ${rank}.`;
    }
    default:
      return entry.isBeingRead ? 'Being read now.' : 'Waiting to be read.';
  }
}

export function reasonContextOf(view: Pick<QueryView, 'strategy' | 'candidates' | 'selection'>): ReasonContext {
  const ranks = new Map(view.candidates.map(({ candidate }) => [candidate.passage.id, candidate.rank]));
  const invocations = view.selection?.invocations ?? [];
  const cut = new Set(invocations.flatMap((invocation) => invocation.truncated));
  const read = new Set(invocations.flatMap((invocation) => invocation.passageIds));
  const isCascade = view.selection?.scoring !== undefined && read.size > 0;
  return {
    strategy: view.strategy,
    rankOf: (id) => ranks.get(id) ?? null,
    isCut: (id) => cut.has(id),
    isScoredOnly: (id) => isCascade && !read.has(id),
  };
}

/** How both retrievers saw a candidate: `Word match 2nd, meaning 7th`. */
export function retrievalWords({ candidate }: CandidateView): string {
  const words = [
    ...(candidate.bm25 === null ? [] : [`by words number ${candidate.bm25.rank}`]),
    ...(candidate.dense === null ? [] : [`by meaning number ${candidate.dense.rank}`]),
  ];
  return words.length === 0 ? '' : `Found ${words.join(', ')}`;
}

/** One part of the counts line, with the mark that stands for it. */
export type CountPart = { readonly words: string; readonly fate: Fate | null };

/** `20 found · 8 read · 2 kept · 6 dropped · 10 not read · 2 near-duplicates`; zero counts stay out, save `kept`. */
export function countParts(counts: DecisionCounts, readingCount = 0): readonly CountPart[] {
  const read = counts.kept + counts.dropped;
  const total = read + counts.notRead + counts.nearDuplicate + counts.pending;
  const isDecided = counts.pending === 0;
  const waitingCount = counts.pending - readingCount;
  // After a cancelled run nothing waits any more.
  const waitingWord = readingCount > 0 ? 'waiting' : 'undecided';
  const part = (words: string, fate: Fate | null = null): CountPart => ({ words, fate });
  return [
    part(`${formatCount(total)} found`),
    ...(readingCount > 0 ? [part(`${formatCount(readingCount)} being read`, 'reading')] : []),
    ...(waitingCount > 0 ? [part(`${formatCount(waitingCount)} ${waitingWord}`, 'waiting')] : []),
    ...(isDecided ? [part(`${formatCount(read)} read`), part(`${formatCount(counts.kept)} kept`, 'kept')] : []),
    ...(counts.dropped > 0 ? [part(`${formatCount(counts.dropped)} dropped`, 'dropped')] : []),
    ...(counts.notRead > 0 ? [part(`${formatCount(counts.notRead)} not read`, 'not-read')] : []),
    ...(counts.nearDuplicate > 0 ? [part(formatPlural(counts.nearDuplicate, 'near-duplicate'), 'near-duplicate')] : []),
  ];
}
