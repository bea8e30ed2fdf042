import { errorDataOf } from '../core/domain/errors.ts';
import { isLibraryFile } from '../core/domain/library-file.ts';
import type { LibraryService } from '../core/domain/services.ts';
import { expectedBytes, freeBytes, notEnoughRoom } from '../core/domain/storage-room.ts';
import type { IncomingFile } from './import-jobs.ts';
import type { FolderRest, ImportQueue } from './import-queue.ts';
import type { LibraryActions } from './library-actions.ts';
import type { LibraryStore } from './library-store.ts';
import type { TransferActions } from './transfer-actions.ts';
import type { TransferStore } from './transfer-store.ts';

/** Of more files at once, only those whose name ends so are looked into for a library: reading each takes a while. */
const maxLookedInto = 100;
const headBytes = 64;

/**
 * What happens to files before they are queued: an exported library is imported as one, files that cannot fit are refused
 * with numbers while nothing is written yet, and at the first import the browser is asked to keep what is stored.
 */
export function createFileIntake(parts: {
  readonly library: LibraryStore;
  readonly transfer: TransferStore;
  readonly service: Pick<LibraryService, 'persist'>;
  readonly libraryActions: Pick<LibraryActions, 'addFiles' | 'refreshStorage'>;
  readonly transferActions: Pick<TransferActions, 'importLibrary'>;
}): Pick<ImportQueue, 'addFiles'> & Pick<TransferActions, 'importLibrary'> {
  const { library, transfer, libraryActions } = parts;
  let isPersistAsked = false;

  /** Some browsers ask the person: the import does not wait for the answer. */
  function askToPersist(): void {
    const { storage } = library.getState();
    if (isPersistAsked || storage?.persisted || storage?.medium === 'memory') return;
    isPersistAsked = true;
    void parts.service.persist().then(libraryActions.refreshStorage, () => undefined);
  }

  async function importLibrary(file: IncomingFile): Promise<void> {
    askToPersist();
    await parts.transferActions.importLibrary(file);
  }

  /** False where the files alone are more than what is free. */
  async function hasRoom(files: readonly IncomingFile[]): Promise<boolean> {
    // While the library is being opened, nobody knows yet; the store then tells when a file does not fit.
    if (library.getState().phase !== 'ready') return true;
    await libraryActions.refreshStorage();
    const { storage } = library.getState();
    if (storage === null) return true;
    const costs = files.map(({ data }) => expectedBytes(data.size));
    const leastBytes = costs.reduce((sum, { least }) => sum + least, 0);
    const mostBytes = costs.reduce((sum, { most }) => sum + most, 0);
    const free = freeBytes(storage);
    if (leastBytes > free) {
      const what = files.length === 1 ? `add “${files[0]?.name ?? ''}”` : `add these ${files.length} files`;
      library.setState({ error: errorDataOf(notEnoughRoom(what, leastBytes, storage)) });
      return false;
    }
    if (mostBytes > free) {
      transfer.setState({ tightRoom: { fileCount: files.length, leastBytes, mostBytes, freeBytes: free } });
    }
    return true;
  }

  return {
    importLibrary,
    addFiles: async (files, rest?: FolderRest) => {
      transfer.setState({ tightRoom: null });
      if (library.getState().error?.code === 'storage-full') library.setState({ error: null });
      const { libraries, others } = await apart(files);
      const imported = libraries.map(importLibrary);
      if (others.length > 0 && (await hasRoom(others))) {
        askToPersist();
        await libraryActions.addFiles(others, rest);
      } else if (others.length === 0 && rest) await libraryActions.addFiles([], rest);
      await Promise.all(imported);
    },
  };
}

async function apart(files: readonly IncomingFile[]): Promise<{
  readonly libraries: readonly IncomingFile[];
  readonly others: readonly IncomingFile[];
}> {
  const libraries: IncomingFile[] = [];
  const others: IncomingFile[] = [];
  for (const file of files) {
    const isLookedInto = files.length <= maxLookedInto || file.name.toLowerCase().endsWith('.zip');
    if (isLookedInto && (await isLibrary(file))) libraries.push(file);
    else others.push(file);
  }
  return { libraries, others };
}

async function isLibrary({ data }: IncomingFile): Promise<boolean> {
  if (!(data instanceof Blob)) return false;
  // What the disk does not give is told when the file's turn comes.
  const head = await data
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return isLibraryFile(new Uint8Array(head));
}
