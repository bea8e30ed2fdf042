import type { QueryView } from '../../core/pipeline/fold-query.ts';
import type { QueryRun } from '../../state/query-store.ts';
import { useLibrary, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { filterWords } from '../filter/filter-words.ts';
import { formatCount, formatPercent, formatPlural } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { ClosestPassages } from './closest-passages.tsx';

/** How the question ended, where that is not simply an answer, and what can be done now. */
export function OutcomeNotice({ run }: { readonly run: QueryRun }) {
  const { view } = run;
  if (view.status === 'cancelled') return <CancelledNotice />;
  if (view.status === 'failed') return <FailedNotice view={view} />;
  switch (view.outcome) {
    case 'answered':
      return <AnswerCaveats view={view} />;
    case 'abstained':
      return (
        <Notice tone="plain" title="The passages kept do not hold the answer." actions={<WiderButton />}>
          {formatPlural(view.counts.kept, 'passage')} looked useful, but the model found no answer in{' '}
          {view.counts.kept === 1 ? 'it' : 'them'}. You can read {view.counts.kept === 1 ? 'it' : 'them'} on the
          evidence side.
        </Notice>
      );
    case 'none':
      return (
        <>
          <Notice tone="plain" title="Your documents do not answer this." actions={<AnywayButton />}>
            {noneReason(run)}
            <FilterCaution view={view} />
          </Notice>
          <ClosestPassages view={view} />
        </>
      );
    case 'nothing-found':
      return <NothingFound view={view} />;
    case 'unreadable':
      return (
        <>
          <Notice tone="plain" title="The selection could not be understood." actions={<AnywayButton />}>
            The model’s reply did not say which passages to keep. This is not the same as none being needed, so nothing
            was guessed from it.
          </Notice>
          <ClosestPassages view={view} />
        </>
      );
    case null:
      return null;
  }
}

function noneReason({ strategy }: QueryRun): string {
  if (strategy.id !== 'cross-encoder-threshold') {
    return 'The closest passages were read and none of them was needed, so no answer was written.';
  }
  const least = formatPercent(strategy.threshold);
  return `No passage found has a chance of ${least} or more of helping, so no answer was written.`;
}

function AnywayButton() {
  const { queryActions } = useWinnow();
  return (
    <Button size="small" onClick={() => void queryActions.answerAnyway()}>
      Answer anyway from the closest passages
    </Button>
  );
}

/** After an abstention: the same question on more text, unchosen. */
function WiderButton() {
  const { queryActions } = useWinnow();
  return (
    <Button size="small" onClick={() => void queryActions.askAgain({ id: 'identity', k: 5 })}>
      Try the first 5 passages found
    </Button>
  );
}

function CancelledNotice() {
  const { queryActions } = useWinnow();
  return (
    <Notice
      tone="plain"
      icon="stop"
      title="Cancelled."
      actions={
        <Button size="small" icon="repeat" onClick={() => void queryActions.askAgain()}>
          Ask again
        </Button>
      }
    >
      What was found until then is still below.
    </Notice>
  );
}

function FailedNotice({ view }: { readonly view: QueryView }) {
  const { queryActions } = useWinnow();
  if (view.error === null) return null;
  const sentence = errorSentence(view.error);
  return (
    <Notice
      tone="bad"
      title={sentence.title}
      actions={
        <Button size="small" icon="repeat" onClick={() => void queryActions.askAgain()}>
          Try again
        </Button>
      }
    >
      <p>{sentence.advice}</p>
      <details className="notice-details">
        <summary>Details</summary>
        <p className="fine-print">
          {view.error.code}: {view.error.message}
        </p>
      </details>
    </Notice>
  );
}

function NothingFound({ view }: { readonly view: QueryView }) {
  const isEmbedding = useLibrary((facts) => facts.embeddedCount < facts.passageCount);
  const terms = view.pool?.queryTerms ?? [];
  return (
    <Notice tone="plain" title="Nothing was found.">
      <p>
        No passage holds {terms.length === 0 ? 'any word of the question' : `any of: ${terms.join(', ')}`}. Try other
        words.
      </p>
      <FilterCaution view={view} />
      {isEmbedding && <p>Search by meaning is still being prepared: asking again later may find more.</p>}
    </Notice>
  );
}

/** Where a filter was on, the answer may be in what it left out. */
function FilterCaution({ view }: { readonly view: QueryView }) {
  const { queryActions, filterActions } = useWinnow();
  const within = view.pool?.within;
  if (view.filter === null || within === undefined) return null;
  const askEverything = (): void => {
    filterActions.clear();
    void queryActions.askAgain();
  };
  return (
    <div className="filter-caution">
      <p>
        A filter was on: only {filterWords(view.filter).join(', ')}. {formatCount(within.passageCount)} of{' '}
        {formatPlural(view.pool?.passageCount ?? 0, 'passage')} were looked through.
      </p>
      <Button size="small" onClick={askEverything}>
        Ask all documents
      </Button>
    </div>
  );
}

/** What to know about an answer that did come. */
function AnswerCaveats({ view }: { readonly view: QueryView }) {
  const { answer, evidence } = view;
  const cutCount = cutPassages(view);
  const keptCount = (evidence?.items.length ?? 0) + (evidence?.omitted.length ?? 0);
  const citations = answer?.citations ?? [];
  const isUnmarked = citations.length > 0 && citations.every(({ origin }) => origin !== 'model');
  const caveats = [
    ...(evidence?.basis === 'closest'
      ? ['You asked for an answer anyway: the ranker kept none of these passages, so check the sentences.']
      : []),
    ...(answer?.truncated ? ['The answer was cut at its length limit.'] : []),
    ...(answer !== null && answer.removedCitationCount > 0
      ? [`${formatPlural(answer.removedCitationCount, 'citation')} removed: nothing that was shown bears its number.`]
      : []),
    ...(evidence !== null && evidence.omitted.length > 0
      ? [
          `Written from ${formatCount(evidence.items.length)} of the ${formatCount(keptCount)} passages kept: the others did not fit.`,
        ]
      : []),
    ...(cutCount > 0 ? [`${formatPlural(cutCount, 'passage')} read only in part, to fit.`] : []),
    ...(isUnmarked ? ['The model named no sources: Winnow found the cited sentences afterwards.'] : []),
  ];
  return (
    <>
      {answer !== null && citations.length === 0 && (
        <Notice tone="plain" icon="alert" title="No supporting sentence was found.">
          No single sentence of the passages says this. Compare it with them before you rely on it.
        </Notice>
      )}
      {caveats.length > 0 && (
        <ul className="caveats">
          {caveats.map((caveat) => (
            <li key={caveat}>{caveat}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Passages of which the generator saw less than the whole. */
function cutPassages({ evidence, candidates }: QueryView): number {
  const lengths = new Map(candidates.map(({ candidate }) => [candidate.passage.id, candidate.passage.text.length]));
  const items = evidence?.items ?? [];
  return items.filter(({ passageId, shown }) => shown.end - shown.start < (lengths.get(passageId) ?? 0)).length;
}
