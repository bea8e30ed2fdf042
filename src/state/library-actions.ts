import type { DocumentId } from '../core/domain/document.ts';
import { errorDataOf, isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { LibraryService, LibraryState } from '../core/domain/services.ts';
import type { ImportJob, LibraryStore } from './library-store.ts';

/** What a `File` gives. */
type IncomingFile = {
  readonly name: string;
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
};

export type LibraryActions = {
  readonly open: () => Promise<void>;
  /** Queues the files and imports them one after another; resolves when all have ended. */
  readonly addFiles: (files: readonly IncomingFile[]) => Promise<void>;
  readonly cancelImport: (jobId: number) => void;
  readonly cancelAllImports: () => void;
  /** Takes an ended import off the list. */
  readonly dismissImport: (jobId: number) => void;
  readonly remove: (id: DocumentId) => Promise<void>;
  readonly clear: () => Promise<void>;
  /** Asks anew how much is stored; others than the library store things too. */
  readonly refreshStorage: () => Promise<void>;
};

/**
 * Puts the library service behind the library store.
 * @param onDocumentsGone called with ids that are no longer in the library; null means all
 */
export function createLibraryActions(
  store: LibraryStore,
  library: Pick<LibraryService, 'open' | 'add' | 'remove' | 'clear' | 'storage' | 'onChange'>,
  onDocumentsGone: (ids: readonly DocumentId[] | null) => void,
): LibraryActions {
  const controllers = new Map<number, AbortController>();
  let lastJobId = 0;
  let queue: Promise<void> = Promise.resolve();

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

  const patchJob = (id: number, patch: Partial<ImportJob>): void => {
    store.setState((facts) => ({
      imports: facts.imports.map((job) => (job.id === id ? { ...job, ...patch } : job)),
    }));
  };

  const dropJob = (id: number): void => {
    store.setState((facts) => ({ imports: facts.imports.filter((job) => job.id !== id) }));
  };

  const importOne = async (jobId: number, file: IncomingFile): Promise<void> => {
    const controller = controllers.get(jobId);
    if (controller === undefined || controller.signal.aborted) return;
    patchJob(jobId, { status: 'running' });
    try {
      const bytes = await bytesOf(file);
      controller.signal.throwIfAborted();
      await library.add(
        { name: file.name, bytes },
        { signal: controller.signal, onProgress: (progress) => patchJob(jobId, { progress }) },
      );
      dropJob(jobId);
      void refreshStorage();
    } catch (error) {
      if (isCancelled(error)) patchJob(jobId, { status: 'cancelled' });
      else patchJob(jobId, { status: 'failed', error: errorDataOf(error) });
    } finally {
      controllers.delete(jobId);
    }
  };

  const cancelImport = (jobId: number): void => {
    controllers.get(jobId)?.abort();
    const job = store.getState().imports.find((candidate) => candidate.id === jobId);
    if (job?.status === 'waiting') patchJob(jobId, { status: 'cancelled' });
  };

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
    addFiles: (files) => {
      const jobs = files.map((file): { job: ImportJob; file: IncomingFile } => {
        lastJobId += 1;
        controllers.set(lastJobId, new AbortController());
        const { name, size } = file;
        return {
          file,
          job: { id: lastJobId, name, byteLength: size, status: 'waiting', progress: null, error: null },
        };
      });
      store.setState((facts) => ({ imports: [...facts.imports, ...jobs.map(({ job }) => job)] }));
      queue = jobs.reduce((before, { job, file }) => before.then(() => importOne(job.id, file)), queue);
      return queue;
    },
    cancelImport,
    cancelAllImports: () => {
      for (const id of controllers.keys()) cancelImport(id);
    },
    dismissImport: dropJob,
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
    clear: async () => {
      try {
        for (const id of controllers.keys()) cancelImport(id);
        await queue;
        await library.clear();
        onDocumentsGone(null);
        store.setState({ imports: [], documents: [], passageCount: 0, embeddedCount: 0, error: null });
        await refreshStorage();
      } catch (error) {
        store.setState({ error: errorDataOf(error) });
      }
    },
    refreshStorage,
  };
}

/** A folder, or a file that was moved away since it was chosen, cannot be read: say so instead of a bare DOMException. */
async function bytesOf(file: IncomingFile): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw new WinnowError(
      'document-damaged',
      `"${file.name}" could not be read from the disk. Check that it is a file, still there, and that you may open it.`,
      { name: file.name },
      cause,
    );
  }
}
