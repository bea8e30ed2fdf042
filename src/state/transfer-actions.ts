import { errorDataOf, isCancelled } from '../core/domain/errors.ts';
import type { SaveTarget, TransferOptions } from '../core/domain/library-file.ts';
import type { LibraryService } from '../core/domain/services.ts';
import type { FileData } from '../core/domain/unpacked.ts';
import type { IncomingFile } from './import-jobs.ts';
import type { Transfer, TransferStore } from './transfer-store.ts';

export type TransferActions = {
  /**
   * Writes the library to `target`, or into a file that it returns, for the page to hand on; null where there is none to
   * hand on. While another transfer runs it does nothing.
   */
  readonly exportLibrary: (fileName: string, target: SaveTarget | null) => Promise<FileData | null>;
  /** Waits for a transfer that runs. */
  readonly importLibrary: (file: IncomingFile) => Promise<void>;
  readonly cancel: () => void;
  /** Takes an ended transfer off the page. */
  readonly dismiss: () => void;
};

/** @param onImported called after an import, also one that ended early: documents, questions and storage may have changed */
export function createTransferActions(
  store: TransferStore,
  library: Pick<LibraryService, 'exportLibrary' | 'importLibrary'>,
  onImported: () => void,
): TransferActions {
  let controller = new AbortController();
  let queue: Promise<unknown> = Promise.resolve();

  const patch = (change: Partial<Transfer>): void => {
    store.setState(({ transfer }) => ({ transfer: transfer && { ...transfer, ...change } }));
  };

  /** Undefined when it ended early. */
  async function run<Result>(
    kind: Transfer['kind'],
    fileName: string,
    task: (options: TransferOptions) => Promise<Result>,
  ): Promise<Result | undefined> {
    const mine = new AbortController();
    controller = mine;
    const nothing = { progress: null, exported: null, imported: null, error: null };
    store.setState({ transfer: { kind, fileName, status: 'running', ...nothing } });
    try {
      return await task({ signal: mine.signal, onProgress: (progress) => patch({ progress }) });
    } catch (error) {
      patch(isCancelled(error) ? { status: 'cancelled' } : { status: 'failed', error: errorDataOf(error) });
      return undefined;
    }
  }

  const isRunning = (): boolean => store.getState().transfer?.status === 'running';

  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(task);
    queue = result;
    return result;
  };

  return {
    exportLibrary: async (fileName, target) => {
      if (isRunning()) return null;
      const result = await inTurn(() => run('export', fileName, (options) => library.exportLibrary(target, options)));
      if (result === undefined) return null;
      const { file, ...exported } = result;
      patch({ status: 'done', exported });
      return file;
    },
    importLibrary: (file) =>
      inTurn(async () => {
        const imported = await run('import', file.name, (options) => library.importLibrary(file, options));
        if (imported !== undefined) patch({ status: 'done', imported });
        onImported();
      }),
    cancel: () => controller.abort(),
    dismiss: () => {
      if (!isRunning()) store.setState({ transfer: null });
    },
  };
}
