import { useFilter, useWinnow } from '../../state/use-winnow.ts';
import { formatCount, formatPlural } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { filterWords } from './filter-words.ts';
import { useFilteredCount } from './use-filtered-count.ts';
import { useIsFiltered } from './use-is-filtered.ts';

/** The filter in force, beside the question that it holds for, and the way out of it. Nothing while it is off. */
export function FilterNote() {
  const { filterActions } = useWinnow();
  const filter = useFilter();
  const isFiltered = useIsFiltered();
  const { count, total } = useFilteredCount();
  if (!isFiltered) return null;
  return (
    <div className="filter-note">
      <p className="filter-note-words figures">
        <strong>Only {filterWords(filter).join(', ')}:</strong> {formatCount(count)} of{' '}
        {formatPlural(total, 'document')}
      </p>
      <Button look="quiet" size="small" onClick={filterActions.clear}>
        Clear filter
      </Button>
    </div>
  );
}
