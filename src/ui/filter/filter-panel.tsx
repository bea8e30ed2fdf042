import { useId } from 'react';
import type { AddedWithin } from '../../core/domain/document-filter.ts';
import { foldersOf } from '../../core/domain/document-filter.ts';
import { countTags, tagKey, tagsOf } from '../../core/domain/tags.ts';
import { useFilter, useLibrary, useWinnow } from '../../state/use-winnow.ts';
import { formatCount, formatPlural } from '../format.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { addedWords, kindsOf } from './filter-words.ts';
import { useFilteredCount } from './use-filtered-count.ts';
import { useIsFiltered } from './use-is-filtered.ts';

/** There is one of it on the page, and a button for it in two columns. */
export const filterPanelId = 'filter-panel';

/** Chooses the documents that are searched and asked. */
export function FilterPanel() {
  const { filterActions } = useWinnow();
  const titleId = useId();
  const isFiltered = useIsFiltered();
  const { count, total } = useFilteredCount();
  return (
    <div id={filterPanelId} className="filter-panel" popover="auto" role="dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>Search and ask only in</h2>
      <KindChoice />
      <TagChoice />
      <FolderChoice />
      <AddedChoice />
      <DocumentChoice />
      <div className="filter-foot">
        <p className="figures" aria-live="polite">
          {formatCount(count)} of {formatPlural(total, 'document')}
        </p>
        <Button size="small" disabled={!isFiltered} onClick={filterActions.clear}>
          Clear filter
        </Button>
      </div>
    </div>
  );
}

function KindChoice() {
  const { filterActions } = useWinnow();
  const chosen = useFilter().mediaTypes;
  const kinds = kindsOf(useLibrary((facts) => facts.documents));
  return (
    <fieldset className="filter-kinds">
      <legend>Type</legend>
      {kinds.map(({ name, mediaTypes, documentCount }) => (
        <label key={name} className="filter-kind">
          <input
            type="checkbox"
            checked={mediaTypes.some((mediaType) => chosen.includes(mediaType))}
            onChange={() => filterActions.toggleMediaTypes(mediaTypes)}
          />
          {name} <span className="figures">{formatCount(documentCount)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Only where there are tags, or one is chosen that the last document has lost since. */
function TagChoice() {
  const { filterActions } = useWinnow();
  const chosen = tagsOf(useFilter());
  const there = countTags(useLibrary((facts) => facts.documents));
  const gone = chosen.filter((tag) => there.every((other) => tagKey(other.tag) !== tagKey(tag)));
  const choices = [...there, ...gone.map((tag) => ({ tag, documentCount: 0 }))];
  if (choices.length === 0) return null;
  const chosenKeys = new Set(chosen.map(tagKey));
  return (
    <fieldset className="filter-kinds filter-tags">
      <legend>Tag</legend>
      {choices.map(({ tag, documentCount }) => (
        <label key={tagKey(tag)} className="filter-kind">
          <input type="checkbox" checked={chosenKeys.has(tagKey(tag))} onChange={() => filterActions.toggleTag(tag)} />
          {tag} <span className="figures">{formatCount(documentCount)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Only where names tell of folders. */
function FolderChoice() {
  const { filterActions } = useWinnow();
  const { folder: chosen } = useFilter();
  const selectId = useId();
  const folders = foldersOf(useLibrary((facts) => facts.documents));
  if (folders.length === 0 && chosen === null) return null;
  // The last document of it may have been removed since.
  const isGone = chosen !== null && folders.every(({ folder }) => folder !== chosen);
  return (
    <div className="filter-line">
      <label htmlFor={selectId}>Folder</label>
      <select
        id={selectId}
        className="filter-select"
        // A folder's name is never empty.
        value={chosen ?? ''}
        onChange={(event) => filterActions.setFolder(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">Anywhere</option>
        {isGone && <option value={chosen}>{chosen} (0)</option>}
        {folders.map(({ folder, documentCount }) => (
          <option key={folder} value={folder}>
            {folder} ({formatCount(documentCount)})
          </option>
        ))}
      </select>
    </div>
  );
}

const addedChoices: readonly AddedWithin[] = ['day', 'week', 'month', 'year'];

function AddedChoice() {
  const { filterActions } = useWinnow();
  const { addedWithin } = useFilter();
  const selectId = useId();
  return (
    <div className="filter-line">
      <label htmlFor={selectId}>Added</label>
      <select
        id={selectId}
        className="filter-select"
        value={addedWithin ?? ''}
        onChange={(event) =>
          filterActions.setAddedWithin(addedChoices.find((choice) => choice === event.target.value) ?? null)
        }
      >
        <option value="">at any time</option>
        {addedChoices.map((choice) => (
          <option key={choice} value={choice}>
            {addedWords[choice]}
          </option>
        ))}
      </select>
    </div>
  );
}

function DocumentChoice() {
  const { filterActions } = useWinnow();
  const { documents } = useFilter();
  if (documents.length === 0) {
    return <p className="fine-print">The same sign beside a document’s name chooses that document.</p>;
  }
  return (
    <ul className="filter-documents" aria-label="Chosen documents">
      {documents.map((document) => (
        <li key={document.id}>
          <span className="document-name">{document.name}</span>
          <IconButton
            icon="close"
            label={`Take ${document.name} out of the filter`}
            onClick={() => filterActions.toggleDocument(document)}
          />
        </li>
      ))}
    </ul>
  );
}
