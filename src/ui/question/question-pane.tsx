import { useQuery } from '../../state/use-winnow.ts';
import { RunView } from '../answer/run-view.tsx';
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
      {run !== null && <RunView key={run.id} run={run} />}
      <History />
    </div>
  );
}
