import type { DocumentWarning } from '../core/domain/document.ts';
import { type ErrorData, errorDataOf, isCancelled, WinnowError } from '../core/domain/errors.ts';
import { passwordAsked } from '../core/domain/library-errors.ts';
import type { LibraryService } from '../core/domain/services.ts';
import type { FileData, Unpacked, UnpackReason } from '../core/domain/unpacked.ts';
import type { ImportJob, InsideTally, LibraryStore } from './library-store.ts';

/** `name` is a path where the file was in a folder that was added: `letters/2026/lease.pdf`. A `Blob` fits in `data`. */
export type IncomingFile = { readonly name: string; readonly data: FileData };

/** What else there was in folders: paths of files that are no documents, of what the disk did not give, of folders without files. */
export type FolderRest = {
  readonly leftOut: readonly string[];
  readonly unread: readonly string[];
  readonly empty: readonly string[];
};

const nothing: FolderRest = { leftOut: [], unread: [], empty: [] };

export type ImportQueue = {
  /** Queues the files and imports them one after another, and what is in them; resolves when all have ended. */
  readonly addFiles: (files: readonly IncomingFile[], rest?: FolderRest) => Promise<void>;
  /** Also ends what comes out of that file. */
  readonly cancelImport: (jobId: number) => void;
  readonly cancelAllImports: () => void;
  /**
   * Tries a password on an import that failed for want of the right one; at once, before what waits. Resolves when the
   * try has ended; a wrong password is the import's error again. Nothing keeps the password.
   */
  readonly unlockImport: (jobId: number, password: string) => Promise<void>;
  /** Takes an ended import off the list. */
  readonly dismissImport: (jobId: number) => void;
  /** Resolves when nothing is queued any more. */
  readonly ended: () => Promise<void>;
};

/** Attachments that failed are named in their e-mail's document up to this many. */
const maxNamed = 20;

type Service = Pick<LibraryService, 'unpack' | 'add'>;
/** A file that was refused for want of its password, as long as its row is there: the browser keeps its bytes, on the disk. */
type Locked = { readonly file: IncomingFile; readonly warnings: readonly DocumentWarning[] };
type JobFacts = Pick<ImportJob, 'name' | 'byteLength'> & Partial<ImportJob>;

/** Imports, one at a time. @param onAdded called after each document */
export function createImportQueue(store: LibraryStore, library: Service, onAdded: () => void): ImportQueue {
  const controllers = new Map<number, AbortController>();
  const locked = new Map<number, Locked>();
  let lastJobId = 0;
  let queue: Promise<void> = Promise.resolve();

  const patchJob = (id: number, patch: Partial<ImportJob>): void => {
    store.setState((facts) => ({
      imports: facts.imports.map((job) => (job.id === id ? { ...job, ...patch } : job)),
    }));
  };
  const dropJob = (id: number): void => {
    locked.delete(id);
    store.setState((facts) => ({ imports: facts.imports.filter((job) => job.id !== id) }));
  };
  const failJob = (id: number, error: ErrorData, lockedFile: Locked): void => {
    if (passwordAsked(error) !== null) locked.set(id, lockedFile);
    patchJob(id, { status: 'failed', error });
  };
  const addJobs = (added: readonly JobFacts[]): readonly ImportJob[] => {
    const jobs = added.map(
      (facts): ImportJob => ({
        id: ++lastJobId,
        status: 'waiting',
        progress: null,
        error: null,
        inside: null,
        ...facts,
      }),
    );
    store.setState((facts) => ({ imports: [...facts.imports, ...jobs] }));
    return jobs;
  };
  const addFailed = (name: string, error: ErrorData): ErrorData => {
    addJobs([{ name, byteLength: 0, status: 'failed', error }]);
    return error;
  };

  /** Throws what the library throws. */
  async function add(
    jobId: number,
    file: IncomingFile,
    signal: AbortSignal,
    warnings: readonly DocumentWarning[],
    password?: string,
  ): Promise<void> {
    const bytes = await bytesOf(file);
    signal.throwIfAborted();
    await library.add(
      {
        name: file.name,
        bytes,
        ...(warnings.length > 0 ? { warnings } : {}),
        ...(password === undefined ? {} : { password }),
      },
      { signal, onProgress: (progress) => patchJob(jobId, { progress }) },
    );
    onAdded();
  }

  /** A file that came out of another, in a row of its own. Returns why it failed; null when it did not. */
  async function addInside(
    file: IncomingFile,
    outer: AbortSignal,
    warnings: readonly DocumentWarning[],
  ): Promise<ErrorData | 'cancelled' | null> {
    const controller = new AbortController();
    const [job] = addJobs([{ name: file.name, byteLength: file.data.size, status: 'running' }]);
    const id = job?.id ?? 0;
    const end = (): void => controller.abort();
    controllers.set(id, controller);
    outer.addEventListener('abort', end);
    try {
      await add(id, file, controller.signal, warnings);
      dropJob(id);
      return null;
    } catch (thrown) {
      const error = isCancelled(thrown) ? null : errorDataOf(thrown);
      if (error) failJob(id, error, { file, warnings });
      else patchJob(id, { status: 'cancelled' });
      return error ?? 'cancelled';
    } finally {
      controllers.delete(id);
      outer.removeEventListener('abort', end);
    }
  }

  async function importOne(jobId: number, file: IncomingFile): Promise<void> {
    const signal = controllers.get(jobId)?.signal;
    if (signal === undefined || signal.aborted) return;
    patchJob(jobId, { status: 'running' });
    try {
      const { inside, error } = await importAll(jobId, file, signal);
      if (error) failJob(jobId, error, { file, warnings: [] });
      else if (inside && inside.leftOut.length > 0) patchJob(jobId, { status: 'noted' });
      else dropJob(jobId);
    } catch (error) {
      if (isCancelled(error)) patchJob(jobId, { status: 'cancelled' });
      else patchJob(jobId, { status: 'failed', error: errorDataOf(error) });
    } finally {
      controllers.delete(jobId);
    }
  }

  /** `error` is what is wrong with the file itself; each file in it has its own. */
  async function importAll(
    jobId: number,
    file: IncomingFile,
    signal: AbortSignal,
  ): Promise<{ readonly inside: InsideTally | null; readonly error: ErrorData | null }> {
    const failures = new Map<string, ErrorData[]>();
    const leftOut: string[] = [];
    let addedCount: number | null = null;
    let error: ErrorData | null = null;
    for await (const item of library.unpack(file, signal)) {
      if (item.kind === 'left-out') {
        leftOut.push(item.name);
        continue;
      }
      const isItself = item.name === file.name;
      let failure: ErrorData | 'cancelled' | null = null;
      if (item.kind === 'failed') failure = isItself ? item.error : addFailed(item.name, item.error);
      else if (isItself) failure = await failureOf(add(jobId, item, signal, warningsOf(item, failures)));
      else failure = await addInside(item, signal, warningsOf(item, failures));
      signal.throwIfAborted();
      if (isItself && failure !== 'cancelled') error = failure ?? error;
      if (!isItself) {
        addedCount = (addedCount ?? 0) + (failure === null ? 1 : 0);
        patchJob(jobId, { inside: { addedCount, leftOut: [] } });
      }
      if (failure !== null && failure !== 'cancelled' && item.attachmentOf !== undefined) {
        failures.set(item.attachmentOf, [...(failures.get(item.attachmentOf) ?? []), failure]);
      }
    }
    const isPlain = addedCount === null && leftOut.length === 0;
    const inside = isPlain ? null : { addedCount: addedCount ?? 0, leftOut };
    patchJob(jobId, { inside });
    return { inside, error };
  }

  async function unlock(jobId: number, { file, warnings }: Locked, password: string): Promise<void> {
    const controller = new AbortController();
    controllers.set(jobId, controller);
    locked.delete(jobId);
    patchJob(jobId, { status: 'running', progress: null, error: null });
    try {
      await add(jobId, file, controller.signal, warnings, password);
      dropJob(jobId);
    } catch (thrown) {
      if (isCancelled(thrown)) patchJob(jobId, { status: 'cancelled' });
      else failJob(jobId, errorDataOf(thrown), { file, warnings });
    } finally {
      controllers.delete(jobId);
    }
  }

  const cancelImport = (jobId: number): void => {
    controllers.get(jobId)?.abort();
    const job = store.getState().imports.find((candidate) => candidate.id === jobId);
    if (job?.status === 'waiting') patchJob(jobId, { status: 'cancelled' });
  };

  return {
    addFiles: (files, rest = nothing) => {
      const jobs = addJobs(files.map(({ name, data }) => ({ name, byteLength: data.size })));
      for (const { id } of jobs) controllers.set(id, new AbortController());
      addJobs([
        ...rest.unread.map((name) => ({ name, byteLength: 0, status: 'failed' as const, error: unreadError(name) })),
        ...rest.empty.map((name) => ({ name, byteLength: 0, status: 'failed' as const, error: emptyError(name) })),
        ...foldersOf(rest.leftOut).map(([name, leftOut]) => ({
          name,
          byteLength: 0,
          status: 'noted' as const,
          inside: { addedCount: null, leftOut },
        })),
      ]);
      queue = jobs.reduce((before, { id }, place) => {
        const file = files[place];
        return file ? before.then(() => importOne(id, file)) : before;
      }, queue);
      return queue;
    },
    cancelImport,
    cancelAllImports: () => {
      for (const id of controllers.keys()) cancelImport(id);
    },
    unlockImport: async (jobId, password) => {
      const lockedFile = locked.get(jobId);
      if (!lockedFile) return;
      const unlocking = unlock(jobId, lockedFile, password);
      queue = Promise.all([queue, unlocking]).then(() => undefined);
      await unlocking;
    },
    dismissImport: dropJob,
    ended: () => queue,
  };
}

async function failureOf(work: Promise<void>): Promise<ErrorData | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (isCancelled(error)) throw error;
    return errorDataOf(error);
  }
}

/** What an e-mail's document says of its attachments that became none. One that is in the library already did. */
function warningsOf(
  item: Extract<Unpacked, { readonly kind: 'file' }>,
  failures: ReadonlyMap<string, readonly ErrorData[]>,
): readonly DocumentWarning[] {
  const failed = item.mailId === undefined ? [] : (failures.get(item.mailId) ?? []);
  const unread = failed.filter(({ code }) => code !== 'document-duplicate');
  const warnings = unread.slice(0, maxNamed).map(({ message }): DocumentWarning => {
    return { code: 'part-not-read', message: `An attachment was not read. ${message}` };
  });
  const moreCount = unread.length - warnings.length;
  if (moreCount === 0) return warnings;
  return [...warnings, { code: 'part-not-read', message: `${moreCount} more attachments were not read.` }];
}

/** Paths by the outermost folder of each. */
function foldersOf(paths: readonly string[]): readonly (readonly [folder: string, paths: readonly string[]])[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.indexOf('/'))) || path;
    const inFolder = folders.get(folder);
    if (inFolder) inFolder.push(path);
    else folders.set(folder, [path]);
  }
  return [...folders];
}

/** A folder, or a file that was moved away since it was chosen, cannot be read: say so instead of a bare DOMException. */
async function bytesOf(file: IncomingFile): Promise<ArrayBuffer> {
  try {
    return await file.data.arrayBuffer();
  } catch (cause) {
    const { code, message, details } = unreadError(file.name);
    throw new WinnowError(code, message, details, cause);
  }
}

function emptyError(name: string): ErrorData {
  return { code: 'document-empty', message: `“${name}” holds no files.`, details: { name, fileCount: 0 } };
}

function unreadError(name: string): ErrorData {
  return {
    code: 'document-damaged',
    message: `“${name}” could not be read from the disk. Check that it is a file, still there, and that you may open it.`,
    details: { name, reason: 'disk' satisfies UnpackReason },
  };
}
