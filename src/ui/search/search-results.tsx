import { useSearch, useWinnow } from '../../state/use-winnow.ts';
import { useIsFiltered } from '../filter/use-is-filtered.ts';
import { Button } from '../kit/button.tsx';
import { FoundItem } from './found-item.tsx';
import { searchWords } from './search-words.ts';

/** What the search found, in place of the list of documents. */
export function SearchResults() {
  const { filterActions } = useWinnow();
  const facts = useSearch((all) => all);
  const isFiltered = useIsFiltered();
  const found = facts.results?.found ?? [];
  const isEmpty = facts.results?.matchCount === 0;
  return (
    <div className="library-scroll" aria-busy={facts.phase === 'searching'}>
      {/* Said to those who do not see it by the announcer, once the typing rests. */}
      <p className="search-words figures">{searchWords(facts, isFiltered)}</p>
      {isEmpty && isFiltered && (
        <Button size="small" onClick={filterActions.clear}>
          Search everywhere
        </Button>
      )}
      <ul className="found-list" aria-label="Passages found">
        {found.map((entry) => (
          <FoundItem key={entry.passage.id} found={entry} />
        ))}
      </ul>
    </div>
  );
}
