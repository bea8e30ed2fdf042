import { useEffect } from 'react';
import type { CandidateView, QueryView } from '../../core/pipeline/fold-query.ts';
import { useQuery, useSource, useWinnow } from '../../state/use-winnow.ts';
import { decisionReason, fateOf, reasonContextOf } from '../dropout/decision-words.ts';
import { pathParts } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { pageWords, passageTitle, placeWords, spotWords } from './passage-place.ts';
import { shownEntry } from './shown-entry.ts';
import { SourceText } from './source-text.tsx';

/** The passages behind the answer, in their documents, with the cited sentences lit. */
export function EvidencePane() {
  const view = useQuery((facts) => facts.run?.view ?? null);
  const chosenId = useSource((facts) => facts.passageId);
  const shown = view === null ? null : shownEntry(view, chosenId);
  return (
    <div className="evidence">
      <div className="column-head">
        <h2>Evidence</h2>
        <BackToAnswer />
      </div>
      {view !== null && shown !== null ? (
        <>
          <PassageTabs view={view} shownId={shown.candidate.passage.id} />
          <ShownPassage key={shown.candidate.passage.id} view={view} entry={shown} />
        </>
      ) : (
        <p className="evidence-empty">
          The passages behind an answer appear here, inside their documents, with the cited sentences lit.
        </p>
      )}
    </div>
  );
}

/** Only where one column is shown at a time; the style sheet hides it elsewhere. */
function BackToAnswer() {
  const { sourceActions } = useWinnow();
  return (
    <span className="narrow-only">
      <Button look="quiet" size="small" icon="back" onClick={() => sourceActions.showPane('question')}>
        Answer
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
  const { sourceActions } = useWinnow();
  const { passage, documentName } = entry.candidate;
  const { documentId } = passage;
  const source = useSource((facts) => facts.texts.get(documentId));
  const isMissing = source === undefined;
  const pages = pageWords(passage.pages);

  useEffect(() => {
    if (isMissing) void sourceActions.wantText(documentId);
  }, [isMissing, documentId, sourceActions]);

  return (
    <article className="source" aria-labelledby="source-name">
      <header className="source-head">
        <h3 id="source-name" className="source-name">
          {documentName}
          {pages !== '' && <span className="source-page">{pages}</span>}
        </h3>
        {passage.headingPath.length > 0 && (
          <ol className="heading-path" aria-label="Section">
            {passage.headingPath.map((heading, depth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path has no other identity, and two headings may be alike
              <li key={depth}>{heading}</li>
            ))}
          </ol>
        )}
        <p className="source-fate" data-fate={fateOf(entry)}>
          {decisionReason(entry, reasonContextOf(view))}
        </p>
      </header>
      <SourceText source={source} passage={passage} citations={view.citations} />
    </article>
  );
}
