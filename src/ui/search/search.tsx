import { type KeyboardEvent, useRef } from 'react';
import { useSearch, useWinnow } from '../../state/use-winnow.ts';
import { FilterButton } from '../filter/filter-button.tsx';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { SearchResults } from './search-results.tsx';
import { useSearchKey } from './use-search-key.ts';

/** Finds passages by their words while one types. The arrow keys go through what is found, Enter opens it, Escape leaves. */
export function Search() {
  const { search, searchActions } = useWinnow();
  const text = useSearch((facts) => facts.text);
  const room = useRef<HTMLElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const before = useSearchKey(room, box);

  const leave = (): void => {
    searchActions.leave();
    const back = before.current;
    before.current = null;
    // Not to what has gone, or is in a column that is not shown.
    if (back?.isConnected && back.checkVisibility()) back.focus();
    else box.current?.blur();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const items = [...(room.current?.querySelectorAll<HTMLElement>('.found-item') ?? [])];
    const place = items.findIndex((item) => item.matches(':focus'));
    if (event.key === 'Escape') {
      // It also stops an answer that is being written, which is not meant here.
      event.stopPropagation();
      leave();
    } else if (event.key === 'ArrowDown') items[Math.min(place + 1, items.length - 1)]?.focus();
    else if (event.key === 'ArrowUp' && place >= 0) (items[place - 1] ?? box.current)?.focus();
    else if (event.key === 'Enter' && event.target === box.current) {
      // While the last letters are being searched for, the first passage is still that of the letters before.
      if (search.getState().phase === 'found') items[0]?.click();
    } else return;
    event.preventDefault();
  };

  return (
    <search ref={room} className="search" data-open={text.trim() !== '' || undefined} onKeyDown={onKeyDown}>
      <div className="search-row">
        <div className="search-field">
          <Icon name="search" />
          <input
            ref={box}
            className="search-text"
            // Not `search`: browsers draw a cross of their own into that, and Escape empties it behind our back.
            type="text"
            aria-label="Search your documents"
            aria-keyshortcuts="Control+K Meta+K"
            title="Search your documents (Ctrl+K)"
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={(event) => searchActions.type(event.target.value)}
          />
          {text !== '' && (
            <IconButton
              icon="close"
              label="Empty the search box"
              onClick={() => {
                searchActions.leave();
                box.current?.focus();
              }}
            />
          )}
        </div>
        <FilterButton />
      </div>
      {text.trim() !== '' && <SearchResults />}
    </search>
  );
}
