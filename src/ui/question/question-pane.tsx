import { useLibrary, useQuery } from '../../state/use-winnow.ts';
import { RunView } from '../answer/run-view.tsx';
import { formatPlural } from '../format.ts';
import { FaultBoundary } from '../shell/fault-boundary.tsx';
import { useIsBare } from '../shell/use-is-bare.ts';
import { History } from './history.tsx';
import { QuestionBox } from './question-box.tsx';
import { Welcome } from './welcome.tsx';

export function QuestionPane() {
  const isBare = useIsBare();
  const run = useQuery((facts) => facts.run);
  return (
    <div className="question-pane">
      <h2 className="visually-hidden">Question and answer</h2>
      {isBare ? <Welcome /> : <QuestionBox />}
      {run === null && !isBare && <ReadyHint />}
      {run !== null && (
        <FaultBoundary key={run.id}>
          <RunView run={run} />
        </FaultBoundary>
      )}
      <History />
    </div>
  );
}

/** What can be asked about, before anything has been. */
function ReadyHint() {
  const documentCount = useLibrary((facts) => facts.documents.length);
  const passageCount = useLibrary((facts) => facts.passageCount);
  if (documentCount === 0) return null;
  return (
    <p className="ready-hint figures">
      Ready: {formatPlural(documentCount, 'document')}, split into {formatPlural(passageCount, 'passage')}. Winnow reads
      those closest to your question, keeps only what is needed and shows you the sentences behind the answer.
    </p>
  );
}
