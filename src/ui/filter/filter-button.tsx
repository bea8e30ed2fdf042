import { Icon } from '../kit/icon.tsx';
import { filterPanelId } from './filter-panel.tsx';
import { useIsFiltered } from './use-is-filtered.ts';

/** Opens the filter; gold while one is on. */
export function FilterButton() {
  const isFiltered = useIsFiltered();
  const label = isFiltered ? 'Filter documents: a filter is on' : 'Filter documents';
  return (
    <button
      type="button"
      className="button button-quiet button-icon filter-button"
      data-on={isFiltered || undefined}
      aria-label={label}
      title={label}
      popoverTarget={filterPanelId}
    >
      <Icon name="filter" />
    </button>
  );
}
