import type { CandidateView, QueryView } from '../../core/pipeline/fold-query.ts';
import { useQuery, useSource, useWinnow } from '../../state/use-winnow.ts';
import { decisionReason, fateOf, reasonContextOf } from '../dropout/decision-words.ts';
import { pathParts } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { FoundSource } from './found-source.tsx';
import { passageTitle, placeWords, spotWords } from './passage-place.ts';
import { PassageSource } from './passage-source.tsx';
import { shownEntry } from './shown-entry.ts';

/** The passages behind the answer, in their documents, with the cited sentences lit. */
export function EvidencePane() {
  const view = useQuery((facts) => facts.run?.view ?? null);
  const chosenId = useSource((facts) => facts.passageId);
  const found = useSource((facts) => facts.found);
  const shown = view === null ? null : shownEntry(view, chosenId);
  return (
    <div className="evidence">
      <div className="column-head">
        <h2>Evidence</h2>
        <BackButton isFound={found !== null} />
      </div>
      {found !== null ? (
        <FoundSource key={found.passage.id} found={found} />
      ) : view !== null && shown !== null ? (
        <>
          <PassageTabs view={view} shownId={shown.candidate.passage.id} />
          <ShownPassage key={shown.candidate.passage.id} view={view} entry={shown} />
        </>
      ) : (
        <p className="evidence-empty">
          The passages behind an answer appear here, inside their documents, with the cited sentences lit. So does what
          you open from a search.
        </p>
      )}
    </div>
  );
}

/** Only where one column is shown at a time; the style sheet hides it elsewhere. */
function BackButton({ isFound }: { readonly isFound: boolean }) {
  const { sourceActions } = useWinnow();
  return (
    <span className="narrow-only">
      <Button
        look="quiet"
        size="small"
        icon="back"
        onClick={() => sourceActions.showPane(isFound ? 'library' : 'question')}
      >
        {isFound ? 'Search' : 'Answer'}
      </Button>
    </span>
  );
}

function PassageTabs({ view, shownId }: { readonly view: QueryView; readonly shownId: string }) {
  const { sourceActions } = useWinnow();
  const labelled = view.candidates
    .filter(({ label }) => label !== null)
    .sort((left, right) => (left.label ?? 0) - (right.label ?? 0));
  if (labelled.length === 0) return null;
  return (
    <ul className="passage-tabs" aria-label="Passages given to the answer">
      {labelled.map(({ candidate, label }) => (
        <li key={candidate.passage.id}>
          <button
            type="button"
            className="passage-tab"
            aria-pressed={candidate.passage.id === shownId}
            aria-label={`Passage ${label}: ${passageTitle(candidate.passage)}, ${placeWords(candidate)}`}
            onClick={() => sourceActions.showPassage(candidate.passage.id)}
          >
            <span className="citation-number">{label}</span>
            <span className="passage-tab-words">
              <span className="passage-tab-name">{pathParts(candidate.documentName).file}</span>
              <span className="passage-tab-spot">{spotWords(candidate.passage)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function ShownPassage({ view, entry }: { readonly view: QueryView; readonly entry: CandidateView }) {
  const { passage, documentName } = entry.candidate;
  return (
    <PassageSource passage={passage} documentName={documentName} citations={view.citations}>
      <p className="source-fate" data-fate={fateOf(entry)}>
        {decisionReason(entry, reasonContextOf(view))}
      </p>
    </PassageSource>
  );
}
