import type { QueryRun } from '../../state/query-store.ts';
import { useLibrary, useQuery, useSearch, useSource, useTransfer } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { placeWords } from '../evidence/passage-place.ts';
import { useIsFiltered } from '../filter/use-is-filtered.ts';
import { formatPlural } from '../format.ts';
import { transferResultSentence } from '../library/transfer-sentences.ts';
import { searchWords } from '../search/search-words.ts';
import { useSettled } from './use-settled.ts';

/** How long the search has to rest before its result is said. */
const settleMs = 700;

/** Says politely, to those who do not see the page, what has just changed. */
export function Announcer() {
  const run = useQuery((facts) => facts.run);
  const citationIndex = useSource((facts) => facts.citationIndex);
  const search = useSearch((facts) => facts);
  const found = useSource((facts) => facts.found);
  // Not at every key: what is said at one would be cut off by the next.
  const searchNews = useSettled(searchWords(search, useIsFiltered()), settleMs);
  const failedImport = useLibrary((facts) => facts.imports.findLast((job) => job.status === 'failed'));
  const transfer = useTransfer((facts) => facts.transfer);
  const documentCount = useLibrary((facts) => facts.documents.length);
  return (
    <div className="visually-hidden" aria-live="polite">
      <p>{run === null ? '' : runWords(run)}</p>
      <p>{run === null || citationIndex === null ? '' : citationWords(run, citationIndex)}</p>
      <p>{searchNews}</p>
      <p>{found === null ? '' : `Opened ${placeWords(found)}.`}</p>
      <p>{failedImport?.error ? `${failedImport.name}: ${errorSentence(failedImport.error).title}` : ''}</p>
      <p>
        {transfer === null
          ? ''
          : transfer.error
            ? errorSentence(transfer.error).title
            : transferResultSentence(transfer)}
      </p>
      <p>{formatPlural(documentCount, 'document')} in your library.</p>
    </div>
  );
}

/** Changes with each step, not with each word: the answer is read out once it is whole. */
function runWords(run: QueryRun): string {
  const { view } = run;
  if (run.phase === 'loading-model') return 'Loading the model.';
  switch (view.status) {
    case 'idle':
    case 'retrieving':
      return 'Searching your documents.';
    case 'selecting':
      return `${formatPlural(view.candidates.length, 'passage')} found. Choosing those that are needed.`;
    case 'answering':
      return `${formatPlural(view.counts.kept, 'passage')} kept. Writing the answer.`;
    case 'cancelled':
      return 'Cancelled.';
    case 'failed':
      return view.error === null ? '' : errorSentence(view.error).title;
    case 'done':
      if (view.outcome === 'answered') {
        return `Answer: ${view.answerText} ${formatPlural(view.citations.length, 'citation')}.`;
      }
      // The notice of the outcome says it; this line only has to change.
      return outcomeWords[view.outcome ?? 'none'];
  }
}

const outcomeWords = {
  answered: '',
  abstained: 'The passages kept do not hold the answer.',
  none: 'Your documents do not answer this.',
  'nothing-found': 'Nothing was found.',
  unreadable: 'The selection could not be understood.',
} as const;

function citationWords(run: QueryRun, index: number): string {
  const { citations, candidates } = run.view;
  const citation = citations[index];
  const entry = candidates.find(({ candidate }) => candidate.passage.id === citation?.passageId);
  if (citation === undefined || entry === undefined) return '';
  const { passage } = entry.candidate;
  // The passage's own text begins at its span's start, so the document itself is not needed here.
  const { start } = passage.span;
  const sentence = passage.text.slice(citation.sentence.start - start, citation.sentence.end - start);
  return `Citation ${index + 1} of ${citations.length}, ${placeWords(entry.candidate)}: ${sentence}`;
}
