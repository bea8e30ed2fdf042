import type { Pane } from '../../state/source-store.ts';
import { useLibrary, useQuery, useSource, useWinnow } from '../../state/use-winnow.ts';
import { Icon, type IconName } from '../kit/icon.tsx';

/** Switches columns where only one fits. Hidden by the style sheet where all three do. */
export function PaneTabs() {
  const { sourceActions } = useWinnow();
  const pane = useSource((facts) => facts.pane);
  const documentCount = useLibrary((facts) => facts.documents.length);
  const shownCount = useQuery((facts) => facts.run?.view.evidence?.items.length ?? 0);
  const tabs: readonly { pane: Pane; label: string; icon: IconName; count: number }[] = [
    { pane: 'library', label: 'Library', icon: 'book', count: documentCount },
    { pane: 'question', label: 'Ask', icon: 'pencil', count: 0 },
    { pane: 'evidence', label: 'Evidence', icon: 'lines', count: shownCount },
  ];
  return (
    <nav className="pane-tabs" aria-label="Columns">
      {tabs.map((tab) => (
        <button
          key={tab.pane}
          type="button"
          className="pane-tab"
          aria-current={tab.pane === pane ? 'true' : undefined}
          onClick={() => sourceActions.showPane(tab.pane)}
        >
          <Icon name={tab.icon} />
          <span>
            {tab.label}
            {tab.count > 0 && <span className="pane-tab-count figures"> {tab.count}</span>}
          </span>
        </button>
      ))}
    </nav>
  );
}
