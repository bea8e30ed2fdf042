import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { DocumentId } from '../domain/document.ts';
import { type ErrorData, errorDataOf, isCancelled, WinnowError } from '../domain/errors.ts';
import type { Trace } from '../domain/events.ts';
import {
  type ImportedLibrary,
  type LibraryFileReader,
  manifestPath,
  type TransferOptions,
  type TransferProgress,
} from '../domain/library-file.ts';
import type { Passage } from '../domain/passage.ts';
import { freeBytes, notEnoughRoom } from '../domain/storage-room.ts';
import { type NewDocument, type Store, traceLimit } from '../domain/store.ts';
import { damagedMember } from './library-file-errors.ts';
import { type LibraryFile, openLibraryFile } from './open-library-file.ts';
import { readLibraryDocument } from './read-library-document.ts';
import { readLibraryTraces } from './read-library-traces.ts';
import { type Splitter, splitDocument } from './split-document.ts';

/** Documents between two looks of the index at the store: a look reads the whole list of documents. */
const documentsPerTurn = 16;

export type ImportLibraryParts = {
  readonly store: Store;
  readonly splitter: Splitter;
  readonly sha256: (bytes: ArrayBuffer) => Promise<string>;
  readonly pause: () => Promise<void>;
  /** Called after some documents were stored, with their passages. */
  readonly onStored: (passages: ReadonlyMap<DocumentId, readonly Passage[]>) => Promise<void>;
};

/**
 * A library's file → documents and questions beside those that are there. Everything is read and checked before anything
 * is stored; then each document is stored whole or not at all, and what was stored stays when a later one fails or the
 * import is cancelled. Importing the same file again adds nothing.
 * @throws WinnowError `library-file-…`, `storage-full` before anything is stored; Cancelled
 */
export async function importLibrary(
  reader: LibraryFileReader,
  parts: ImportLibraryParts,
  { signal, onProgress }: TransferOptions = {},
): Promise<ImportedLibrary> {
  const { store, sha256 } = parts;
  throwIfCancelled(signal);
  const file = await openLibraryFile(reader, sha256, signal);
  const report = (stage: TransferProgress['stage'], done: number) =>
    onProgress?.({ stage, done, total: file.totalBytes });

  const traces = await check(file, sha256, (done) => report('checking', done), signal);
  const existing = new Set((await store.documents()).map(({ id }) => id));
  const added = file.documentIds.filter((id) => !existing.has(id));
  await assertRoom(store, file, added);

  const result = { addedCount: 0, existingCount: file.documentIds.length - added.length, splitAgainCount: 0 };
  let error: ErrorData | null = null;
  let done = 0;
  let unseen = new Map<DocumentId, readonly Passage[]>();
  const show = async (): Promise<void> => {
    const seen = unseen;
    unseen = new Map();
    if (seen.size > 0) await parts.onStored(seen);
  };
  try {
    for (const id of added) {
      throwIfCancelled(signal);
      report('adding', done);
      const outcome = await addOne(await readLibraryDocument(file, id, sha256, signal), parts, signal);
      done += file.bytesOf(id);
      if (outcome.isThere) result.existingCount++;
      else result.addedCount++;
      if (outcome.isSplitAgain) result.splitAgainCount++;
      unseen.set(id, outcome.passages);
      if (unseen.size === documentsPerTurn) await show();
    }
  } catch (caught) {
    if (isCancelled(caught)) throw caught;
    error = errorDataOf(caught);
  } finally {
    await show();
  }
  const kept = error ? noTraces(traces) : await addTraces(store, traces, signal);
  report('adding', file.totalBytes);
  const notAddedCount = file.documentIds.length - result.addedCount - result.existingCount;
  return { ...result, ...kept, error, notAddedCount };
}

/** Reads every byte and throws it away again: a file that breaks off at its end must not be half in the library by then. */
async function check(
  file: LibraryFile,
  sha256: ImportLibraryParts['sha256'],
  onChecked: (doneBytes: number) => void,
  signal: CancelSignal | undefined,
): Promise<readonly Trace[]> {
  let done = 0;
  let passageCount = 0;
  let vectorCount = 0;
  onChecked(0);
  for (const id of file.documentIds) {
    const { passages, vectors } = await readLibraryDocument(file, id, sha256, signal);
    throwIfCancelled(signal);
    passageCount += passages.length;
    for (const run of vectors?.runs ?? []) vectorCount += run.count;
    done += file.bytesOf(id);
    onChecked(done);
  }
  const { counts } = file;
  if (counts.passages !== passageCount || counts.vectors !== vectorCount) {
    throw damagedMember(
      manifestPath,
      `counts ${counts.passages} passages and ${counts.vectors} vectors; there are ${passageCount} and ${vectorCount}`,
    );
  }
  return readLibraryTraces(file, signal);
}

async function assertRoom(store: Store, file: LibraryFile, added: readonly DocumentId[]): Promise<void> {
  const neededBytes = added.reduce((sum, id) => sum + file.bytesOf(id), 0);
  const room = await store.state();
  if (neededBytes > freeBytes(room)) throw notEnoughRoom('import the library', neededBytes, room);
}

type Outcome = {
  readonly isThere: boolean;
  readonly isSplitAgain: boolean;
  readonly passages: readonly Passage[];
};

async function addOne(
  read: NewDocument,
  { store, splitter, pause }: ImportLibraryParts,
  signal: CancelSignal | undefined,
): Promise<Outcome> {
  const isSplitAgain = read.chunkingId !== splitter.version;
  // Vectors belong to the old passages, and go with them.
  const added = isSplitAgain
    ? {
        document: read.document,
        original: read.original,
        passages: await splitDocument(read.document, splitter, pause, { signal }),
        chunkingId: splitter.version,
      }
    : read;
  const { passages } = added;
  try {
    await store.addDocument(added, signal);
    return { isThere: false, isSplitAgain, passages };
  } catch (error) {
    // Another tab, or an import beside this one, was quicker.
    if (error instanceof WinnowError && error.code === 'document-duplicate') {
      return { isThere: true, isSplitAgain: false, passages };
    }
    throw error;
  }
}

type TraceCounts = Pick<ImportedLibrary, 'addedTraceCount' | 'existingTraceCount' | 'leftOutTraceCount'>;

/** Adds the newest for which there is room: a question of the person's own is never pushed out by an imported one. */
async function addTraces(
  store: Store,
  traces: readonly Trace[],
  signal: CancelSignal | undefined,
): Promise<TraceCounts> {
  const own = new Set((await store.traces()).map(({ id }) => id));
  const missing = traces.filter(({ id }) => !own.has(id));
  const room = Math.max(0, traceLimit - own.size);
  const added = missing.slice(Math.max(0, missing.length - room));
  for (const trace of added) {
    throwIfCancelled(signal);
    await store.saveTrace(trace);
  }
  return {
    addedTraceCount: added.length,
    existingTraceCount: traces.length - missing.length,
    leftOutTraceCount: missing.length - added.length,
  };
}

function noTraces(traces: readonly Trace[]): TraceCounts {
  return { addedTraceCount: 0, existingTraceCount: 0, leftOutTraceCount: traces.length };
}
