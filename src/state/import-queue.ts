import type { DocumentWarning } from '../core/domain/document.ts';
import { type ErrorData, errorDataOf, isCancelled } from '../core/domain/errors.ts';
import { passwordAsked } from '../core/domain/library-errors.ts';
import type { LibraryService } from '../core/domain/services.ts';
import type { Unpacked } from '../core/domain/unpacked.ts';
import { bytesOf, type ImportJobs, type IncomingFile, unreadError } from './import-jobs.ts';
import type { InsideTally } from './library-store.ts';

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

/** Imports, one at a time. @param onAdded called after each document */
export function createImportQueue(jobs: ImportJobs, library: Service, onAdded: () => void): ImportQueue {
  const { controllers, patch: patchJob, add: addJobs } = jobs;
  const locked = new Map<number, Locked>();
  let queue: Promise<void> = Promise.resolve();

  const dropJob = (id: number): void => {
    locked.delete(id);
    jobs.drop(id);
  };
  const failJob = (id: number, error: ErrorData, refused: Locked, origin: 'disk' | 'unpacked'): void => {
    if (passwordAsked(error) !== null) locked.set(id, refused);
    jobs.fail(id, error, refused.file, origin);
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
      if (error) failJob(id, error, { file, warnings }, 'unpacked');
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
      if (error) failJob(jobId, error, { file, warnings: [] }, 'disk');
      else if (inside && inside.leftOut.length > 0) patchJob(jobId, { status: 'noted' });
      else dropJob(jobId);
    } catch (error) {
      if (isCancelled(error)) patchJob(jobId, { status: 'cancelled' });
      else failJob(jobId, errorDataOf(error), { file, warnings: [] }, 'disk');
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
      const error = isCancelled(thrown) ? null : errorDataOf(thrown);
      // The password is kept nowhere, so the pictures of a locked scan cannot be read later.
      if (error)
        patchJob(jobId, { status: 'failed', error: { ...error, details: { ...error.details, isLocked: true } } });
      else patchJob(jobId, { status: 'cancelled' });
      if (error && passwordAsked(error) !== null) locked.set(jobId, { file, warnings });
    } finally {
      controllers.delete(jobId);
    }
  }

  const cancelImport = (jobId: number): void => {
    controllers.get(jobId)?.abort();
    if (jobs.find(jobId)?.status !== 'waiting') return;
    patchJob(jobId, { status: 'cancelled', canRecognise: jobs.keptFile(jobId) !== undefined });
    controllers.delete(jobId);
  };

  return {
    addFiles: (files, rest = nothing) => {
      const added = addJobs(files.map(({ name, data }) => ({ name, byteLength: data.size })));
      for (const { id } of added) controllers.set(id, new AbortController());
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
      queue = added.reduce((before, { id }, place) => {
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

function emptyError(name: string): ErrorData {
  return { code: 'document-empty', message: `“${name}” holds no files.`, details: { name, fileCount: 0 } };
}
