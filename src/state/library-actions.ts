import type { DocumentId } from '../core/domain/document.ts';
import { type ErrorData, errorDataOf } from '../core/domain/errors.ts';
import type { LibraryService, LibraryState } from '../core/domain/services.ts';
import { createImportJobs } from './import-jobs.ts';
import { createImportQueue, type ImportQueue } from './import-queue.ts';
import type { LibraryStore } from './library-store.ts';
import { createRecognitionQueue, type RecognitionQueue } from './recognition-queue.ts';

export type LibraryActions = Pick<
  ImportQueue,
  'addFiles' | 'cancelImport' | 'cancelAllImports' | 'unlockImport' | 'dismissImport'
> &
  Pick<RecognitionQueue, 'recogniseImports' | 'recogniseDocument'> & {
    readonly open: () => Promise<void>;
    readonly remove: (id: DocumentId) => Promise<void>;
    /** Marks a document with tags, one after another until one is refused. Resolves with why; null where all were taken. */
    readonly addTags: (id: DocumentId, tags: readonly string[]) => Promise<ErrorData | null>;
    readonly removeTag: (id: DocumentId, tag: string) => Promise<void>;
    readonly clear: () => Promise<void>;
    /** Asks anew how much is stored; others than the library store things too. */
    readonly refreshStorage: () => Promise<void>;
  };

/**
 * Puts the library service behind the library store.
 * @param onDocumentsGone called with ids that are no longer in the library; null means all
 * @param onTextChanged called with the id of a document whose text is another now
 */
export function createLibraryActions(
  store: LibraryStore,
  library: Pick<
    LibraryService,
    'open' | 'unpack' | 'add' | 'recognise' | 'remove' | 'addTag' | 'removeTag' | 'clear' | 'storage' | 'onChange'
  >,
  onDocumentsGone: (ids: readonly DocumentId[] | null) => void,
  onTextChanged: (id: DocumentId) => void,
): LibraryActions {
  const takeState = (state: LibraryState): void => {
    store.setState({
      documents: state.documents,
      passageCount: state.passageCount,
      embeddedCount: state.embeddedCount,
      embeddingFault: state.embeddingFault ?? null,
    });
  };

  const refreshStorage = async (): Promise<void> => {
    try {
      store.setState({ storage: await library.storage() });
    } catch (error) {
      store.setState({ storage: null, error: errorDataOf(error) });
    }
  };

  /** After each of many documents: one question at a time, and one more for those that came meanwhile. */
  let isAsking = false;
  let isAskedAgain = false;
  const refreshStorageSoon = async (): Promise<void> => {
    isAskedAgain = true;
    if (isAsking) return;
    isAsking = true;
    while (isAskedAgain) {
      isAskedAgain = false;
      await refreshStorage();
    }
    isAsking = false;
  };

  const jobs = createImportJobs(store);
  const queue = createImportQueue(jobs, library, () => void refreshStorageSoon());
  const recognition = createRecognitionQueue(jobs, library, (id) => {
    if (id !== null) onTextChanged(id);
    void refreshStorageSoon();
  });

  return {
    open: async () => {
      try {
        library.onChange(takeState);
        takeState(await library.open({ onProgress: (opening) => store.setState({ opening }) }));
        store.setState({ phase: 'ready', error: null, opening: null });
        await refreshStorage();
      } catch (error) {
        store.setState({ phase: 'failed', error: errorDataOf(error), opening: null });
      }
    },
    addFiles: queue.addFiles,
    cancelImport: queue.cancelImport,
    cancelAllImports: queue.cancelAllImports,
    unlockImport: queue.unlockImport,
    dismissImport: queue.dismissImport,
    recogniseImports: recognition.recogniseImports,
    recogniseDocument: recognition.recogniseDocument,
    remove: async (id) => {
      try {
        await library.remove(id);
        onDocumentsGone([id]);
        store.setState({ error: null });
        await refreshStorage();
      } catch (error) {
        store.setState({ error: errorDataOf(error) });
      }
    },
    addTags: async (id, tags) => {
      try {
        for (const tag of tags) await library.addTag(id, tag);
        return null;
      } catch (error) {
        return errorDataOf(error);
      }
    },
    removeTag: async (id, tag) => {
      try {
        await library.removeTag(id, tag);
      } catch (error) {
        store.setState({ error: errorDataOf(error) });
      }
    },
    clear: async () => {
      try {
        queue.cancelAllImports();
        await Promise.all([queue.ended(), recognition.ended()]);
        await library.clear();
        onDocumentsGone(null);
        for (const { id } of store.getState().imports) queue.dismissImport(id);
        store.setState({ documents: [], passageCount: 0, embeddedCount: 0, error: null });
        await refreshStorage();
      } catch (error) {
        store.setState({ error: errorDataOf(error) });
      }
    },
    refreshStorage,
  };
}
