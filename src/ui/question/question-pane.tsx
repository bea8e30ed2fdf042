import { useLibrary, useQuery } from '../../state/use-winnow.ts';
import { RunView } from '../answer/run-view.tsx';
import { History } from './history.tsx';
import { QuestionBox } from './question-box.tsx';
import { Welcome } from './welcome.tsx';

export function QuestionPane() {
  const phase = useLibrary((facts) => facts.phase);
  const isEmpty = useLibrary((facts) => facts.documents.length === 0 && facts.imports.length === 0);
  const run = useQuery((facts) => facts.run);
  const hasHistory = useQuery((facts) => facts.traces.length > 0);
  return (
    <div className="question-pane">
      <h2 className="visually-hidden">Question and answer</h2>
      {phase === 'ready' && isEmpty && run === null && !hasHistory ? <Welcome /> : <QuestionBox />}
      {run !== null && <RunView key={run.id} run={run} />}
      <History />
    </div>
  );
}
