import type { DocumentSummary } from '../core/domain/document.ts';
import { filterDocuments, isFilterOn } from '../core/domain/document-filter.ts';
import type { EngineChoice, LibraryService, ModelService } from '../core/domain/services.ts';
import { tagsOf } from '../core/domain/tags.ts';
import { createFileIntake } from './file-intake.ts';
import { createFilterActions, type FilterActions } from './filter-actions.ts';
import { createFilterStore, type FilterStore } from './filter-store.ts';
import { createLibraryActions, type LibraryActions } from './library-actions.ts';
import { createLibraryStore, type LibraryStore } from './library-store.ts';
import { createModelActions, type ModelActions } from './model-actions.ts';
import { createModelStore, type ModelStore } from './model-store.ts';
import { createPrivacyStore, type PrivacyStore } from './privacy-store.ts';
import { createQueryActions, type QueryActions, type QueryPorts } from './query-actions.ts';
import { createQueryStore, type QueryStore } from './query-store.ts';
import { createSearchActions, type SearchActions } from './search-actions.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';
import { createSourceActions, type SourceActions } from './source-actions.ts';
import { createSourceStore, type SourceStore } from './source-store.ts';
import { createTransferActions, type TransferActions } from './transfer-actions.ts';
import { createTransferStore, type TransferStore } from './transfer-store.ts';

/** Everything the page shows and everything it can do. One per page. */
export type WinnowState = {
  readonly library: LibraryStore;
  readonly model: ModelStore;
  readonly query: QueryStore;
  readonly search: SearchStore;
  readonly filter: FilterStore;
  readonly source: SourceStore;
  readonly privacy: PrivacyStore;
  readonly transfer: TransferStore;
  readonly libraryActions: LibraryActions;
  readonly modelActions: ModelActions;
  readonly queryActions: QueryActions;
  readonly searchActions: SearchActions;
  readonly filterActions: FilterActions;
  readonly sourceActions: SourceActions;
  readonly transferActions: TransferActions;
};

export type WinnowServices = Pick<QueryPorts, 'clock' | 'newId'> & {
  readonly library: LibraryService;
  readonly models: ModelService;
  readonly engineChoice: EngineChoice;
};

export function createWinnowState(services: WinnowServices): WinnowState {
  const library = createLibraryStore();
  const model = createModelStore();
  const query = createQueryStore();
  const search = createSearchStore();
  const filter = createFilterStore();
  const source = createSourceStore();
  const privacy = createPrivacyStore();
  const transfer = createTransferStore();

  const sourceActions = createSourceActions(source, services.library);
  const modelActions = createModelActions(model, services.models, services.engineChoice);
  const filterActions = createFilterActions(filter);
  /** Which documents the filter lets through at this moment. */
  const filtered = () => {
    const current = filter.getState().filter;
    if (!isFilterOn(current)) return null;
    const through = filterDocuments(current, library.getState().documents, services.clock.nowMs());
    return { filter: current, documentIds: through.map(({ id }) => id) };
  };
  const searchActions = createSearchActions(search, services.library, () => filtered()?.documentIds);
  const queryActions = createQueryActions(
    query,
    library,
    services.library,
    {
      clock: services.clock,
      newId: services.newId,
      retriever: services.library,
      crossEncoder: services.library.crossEncoder,
      ensureModel: modelActions.ensureLoaded,
      discardModel: modelActions.discard,
      filtered,
    },
    sourceActions.reset,
  );
  const libraryActions = createLibraryActions(
    library,
    services.library,
    (ids) => {
      sourceActions.forget(ids);
      filterActions.forget(ids);
      if (ids === null) queryActions.forgetAll();
      if (ids === null) searchActions.leave();
      if (ids === null) transfer.setState({ transfer: null, tightRoom: null });
    },
    (id) => {
      sourceActions.forget([id]);
      searchActions.refresh();
    },
  );
  // What is found is of the library and the filter as they are now, also while the words stay the same.
  filter.subscribe(() => searchActions.refresh());
  library.subscribe((facts, before) => {
    const isByTag = tagsOf(filter.getState().filter).length > 0;
    const areTagsChanged = isByTag && tagsIn(facts.documents) !== tagsIn(before.documents);
    if (facts.passageCount !== before.passageCount || areTagsChanged) searchActions.refresh();
  });
  const transferActions = createTransferActions(transfer, services.library, () => {
    void libraryActions.refreshStorage();
    void queryActions.loadHistory();
  });
  const intake = createFileIntake({
    library,
    transfer,
    service: services.library,
    libraryActions,
    transferActions,
  });
  // A model that was loaded is now stored as well.
  model.subscribe((facts, before) => {
    if (facts.model.status === 'ready' && before.model.status !== 'ready') void libraryActions.refreshStorage();
  });
  return {
    library,
    model,
    query,
    search,
    filter,
    source,
    privacy,
    transfer,
    libraryActions: { ...libraryActions, addFiles: intake.addFiles },
    modelActions,
    queryActions,
    searchActions,
    filterActions,
    sourceActions,
    transferActions: { ...transferActions, importLibrary: intake.importLibrary },
  };
}

/** The same text for the same tags on the same documents. */
function tagsIn(documents: readonly DocumentSummary[]): string {
  return JSON.stringify(documents.map((document) => [document.id, tagsOf(document)]));
}
