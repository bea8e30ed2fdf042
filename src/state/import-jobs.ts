import { type ErrorData, isInPictures, WinnowError } from '../core/domain/errors.ts';
import type { FileData, UnpackReason } from '../core/domain/unpacked.ts';
import type { ImportJob, LibraryStore } from './library-store.ts';

/** `name` is a path where the file was in a folder that was added: `letters/2026/lease.pdf`. A `Blob` fits in `data`. */
export type IncomingFile = { readonly name: string; readonly data: FileData };

type JobFacts = Pick<ImportJob, 'name' | 'byteLength'> & Partial<ImportJob>;

/** Files that came out of others stay in memory for as long as their pictures can be read; so many bytes of them. */
const maxKeptBytes = 256 * 1024 * 1024;

/** The rows of the list of imports, and what belongs to them but is no fact: files, and what ends them. */
export type ImportJobs = {
  readonly controllers: Map<number, AbortController>;
  readonly add: (added: readonly JobFacts[]) => readonly ImportJob[];
  readonly patch: (id: number, patch: Partial<ImportJob>) => void;
  readonly drop: (id: number) => void;
  readonly find: (id: number) => ImportJob | undefined;
  /** Ends a job as failed. Where its text is in pictures, `file` is kept, so that these can be read. */
  readonly fail: (id: number, error: ErrorData, file: IncomingFile, origin: 'disk' | 'unpacked') => void;
  readonly keptFile: (id: number) => IncomingFile | undefined;
};

export function createImportJobs(store: LibraryStore): ImportJobs {
  const controllers = new Map<number, AbortController>();
  const kept = new Map<number, { readonly file: IncomingFile; readonly memoryBytes: number }>();
  let lastId = 0;

  const patch: ImportJobs['patch'] = (id, change) => {
    store.setState(({ imports }) => ({ imports: imports.map((job) => (job.id === id ? { ...job, ...change } : job)) }));
  };

  return {
    controllers,
    patch,
    add: (added) => {
      const jobs = added.map(
        (facts): ImportJob => ({
          id: ++lastId,
          status: 'waiting',
          progress: null,
          error: null,
          inside: null,
          canRecognise: false,
          recognisedId: null,
          ...facts,
        }),
      );
      store.setState(({ imports }) => ({ imports: [...imports, ...jobs] }));
      return jobs;
    },
    drop: (id) => {
      kept.delete(id);
      store.setState(({ imports }) => ({ imports: imports.filter((job) => job.id !== id) }));
    },
    find: (id) => store.getState().imports.find((job) => job.id === id),
    fail: (id, error, file, origin) => {
      const memoryBytes = origin === 'unpacked' ? file.data.size : 0;
      const keptBytes = [...kept.values()].reduce((sum, other) => sum + other.memoryBytes, 0);
      const canRecognise = isInPictures(error) && memoryBytes + keptBytes <= maxKeptBytes;
      if (canRecognise) kept.set(id, { file, memoryBytes });
      patch(id, { status: 'failed', error, canRecognise });
    },
    keptFile: (id) => kept.get(id)?.file,
  };
}

/** A folder, or a file that was moved away since it was chosen, cannot be read: say so instead of a bare DOMException. */
export async function bytesOf(file: IncomingFile): Promise<ArrayBuffer> {
  try {
    return await file.data.arrayBuffer();
  } catch (cause) {
    const { code, message, details } = unreadError(file.name);
    throw new WinnowError(code, message, details, cause);
  }
}

export function unreadError(name: string): ErrorData {
  return {
    code: 'document-damaged',
    message: `“${name}” could not be read from the disk. Check that it is a file, still there, and that you may open it.`,
    details: { name, reason: 'disk' satisfies UnpackReason },
  };
}
