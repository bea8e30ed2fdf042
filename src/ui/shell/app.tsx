import { useQuery, useSource } from '../../state/use-winnow.ts';
import { EvidencePane } from '../evidence/evidence-pane.tsx';
import { FilterPanel } from '../filter/filter-panel.tsx';
import { LibraryPane } from '../library/library-pane.tsx';
import { QuestionPane } from '../question/question-pane.tsx';
import { Announcer } from './announcer.tsx';
import { AppHeader } from './app-header.tsx';
import { DropTarget } from './drop-target.tsx';
import { FaultBoundary } from './fault-boundary.tsx';
import { PaneTabs } from './pane-tabs.tsx';
import { useIsBare } from './use-is-bare.ts';

/** The page: library left, question and answer in the middle, evidence right; one at a time where it is narrow. */
export function App() {
  const pane = useSource((facts) => facts.pane);
  const isBare = useIsBare();
  // Another question, or another passage of a search, is another chance.
  const runId = useQuery((facts) => facts.run?.id);
  const foundId = useSource((facts) => facts.found?.passage.id);
  return (
    <div className="app" data-pane={isBare ? 'question' : pane} data-bare={isBare || undefined}>
      <a className="skip-link" href="#question">
        Skip to the question
      </a>
      <AppHeader />
      <div className="columns">
        <aside className="column column-library" aria-label="Library">
          <LibraryPane />
        </aside>
        <main className="column column-question">
          <QuestionPane />
        </main>
        <aside className="column column-evidence" aria-label="Evidence">
          <FaultBoundary key={foundId ?? runId}>
            <EvidencePane />
          </FaultBoundary>
        </aside>
      </div>
      <PaneTabs />
      <FilterPanel />
      <DropTarget />
      <Announcer />
    </div>
  );
}
