import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { Document, DocumentId } from '../domain/document.ts';
import { WinnowError } from '../domain/errors.ts';
import type { Trace } from '../domain/events.ts';
import { originalLostWarning } from '../domain/library-errors.ts';
import {
  documentMembers,
  documentPath,
  type ExportedLibrary,
  type LibraryCounts,
  type LibraryFileWriter,
  type LibraryManifest,
  type LibraryMember,
  libraryFormat,
  libraryFormatVersion,
  manifestPath,
  markerPath,
  maxLibraryMembers,
  type TransferOptions,
  tracesPath,
} from '../domain/library-file.ts';
import type { Passage } from '../domain/passage.ts';
import type { Store, StoredDocument, VectorRun } from '../domain/store.ts';
import { canonicalJson } from './canonical-json.ts';

/** Members that are no document's: marker, questions, manifest. */
const otherMembers = 3;
/** Passages turned into text between two pauses: a few milliseconds of work. */
const passagesPerTurn = 500;
/** Roughly what a passage takes in the file: its vector, and its text, packed. */
const passageFileBytes = 2_500;

/** @param expectedBytes roughly how long the file will be */
export type OpenLibraryWriter = (expectedBytes: number) => Promise<LibraryFileWriter>;

/**
 * A stored library → one file, in the format of docs/library-format.md. The same library gives the same bytes: oldest
 * document first, keys in order, nothing in it of when or where it was written. One document is in memory at a time.
 * A document that is removed meanwhile is left out. Whatever ends it early leaves no file behind.
 * @throws WinnowError `library-file-unwritable`, `storage-…`; Cancelled
 */
export async function exportLibrary(
  parts: {
    readonly store: Store;
    readonly openWriter: OpenLibraryWriter;
    readonly pause: () => Promise<void>;
  },
  { signal, onProgress }: TransferOptions = {},
): Promise<ExportedLibrary> {
  const { store, pause } = parts;
  const documents = (await store.documents()).toSorted(byAge);
  const memberCount = documents.length * documentMembers.length + otherMembers;
  if (memberCount > maxLibraryMembers) throw tooManyDocuments(documents.length);
  const total = documents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const passageCount = documents.reduce((sum, document) => sum + document.passageCount, 0);
  const writer = await parts.openWriter(total + passageCount * passageFileBytes);
  try {
    const members: LibraryMember[] = [];
    const add = async (path: string, content: string | ArrayBuffer, packing: 'stored' | 'deflated') => {
      throwIfCancelled(signal);
      members.push(await writer.add(path, content, packing, signal));
    };
    let done = 0;
    const counts = { documents: 0, passages: 0, vectors: 0, questions: 0 };
    let lostOriginalCount = 0;
    await add(markerPath, `${canonicalJson({ format: libraryFormat, version: libraryFormatVersion })}\n`, 'stored');
    for (const stored of documents) {
      onProgress?.({ stage: 'writing', done, total });
      const whole = await readDocument(store, stored);
      done += stored.byteLength;
      if (!whole) continue;
      await addDocument(whole, add, pause, signal);
      counts.documents++;
      counts.passages += whole.passages.length;
      counts.vectors += whole.vectors?.count ?? 0;
      if (!whole.original) lostOriginalCount++;
    }
    const traces = (await store.traces()).toSorted(byStart);
    counts.questions = traces.length;
    await add(tracesPath, traces.map((trace) => `${canonicalJson(trace)}\n`).join(''), 'deflated');
    await writer.add(manifestPath, `${manifestText(counts, members)}\n`, 'deflated', signal);
    const file = await writer.finish();
    onProgress?.({ stage: 'writing', done: total, total });
    return { counts, lostOriginalCount, file };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

type WholeDocument = {
  readonly document: Document;
  readonly stored: StoredDocument;
  readonly passages: readonly Passage[];
  readonly vectors: VectorBlock | null;
  /** Null where it is lost. */
  readonly original: ArrayBuffer | null;
};

/** The vectors of a document's first `count` passages, row-major [count × dimension]. */
type VectorBlock = {
  readonly embedderHash: string;
  readonly dimension: number;
  readonly count: number;
  readonly bytes: ArrayBuffer;
};

/** Null for one that was removed a moment ago. */
async function readDocument(store: Store, stored: StoredDocument): Promise<WholeDocument | null> {
  const { id } = stored;
  try {
    const document = await store.document(id);
    const original = await originalOf(store, id);
    const passages = await store.passagesOf(id);
    if (passages.length === 0) return null;
    const runs = stored.embedderHash === null ? [] : await store.vectorsOf(id, stored.embedderHash, 0);
    return { document, stored, passages, vectors: joinRuns(stored.embedderHash, runs), original };
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'document-not-found') return null;
    throw error;
  }
}

async function originalOf(store: Store, id: DocumentId): Promise<ArrayBuffer | null> {
  try {
    return await store.original(id);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'original-lost') return null;
    throw error;
  }
}

/** Null where there are none. Stops at a gap, which the next check of the store removes. */
function joinRuns(embedderHash: string | null, runs: readonly VectorRun[]): VectorBlock | null {
  const joined: VectorRun[] = [];
  let count = 0;
  for (const run of runs) {
    if (run.firstOrdinal !== count) break;
    joined.push(run);
    count += run.count;
  }
  const [first] = joined;
  if (embedderHash === null || !first) return null;
  const dimension = first.vectors.length / first.count;
  const vectors = new Float32Array(count * dimension);
  for (const run of joined) vectors.set(run.vectors, run.firstOrdinal * dimension);
  return { embedderHash, dimension, count, bytes: vectors.buffer };
}

async function addDocument(
  { document, stored, passages, vectors, original }: WholeDocument,
  add: (path: string, content: string | ArrayBuffer, packing: 'stored' | 'deflated') => Promise<void>,
  pause: () => Promise<void>,
  signal: CancelSignal | undefined,
): Promise<void> {
  const { text, blocks, pages, ...facts } = document;
  const isToldLost = original !== null || facts.warnings.some(({ message }) => message === originalLostWarning.message);
  const warnings = isToldLost ? facts.warnings : [...facts.warnings, originalLostWarning];
  const { id } = document;
  const record = {
    document: { ...facts, warnings },
    chunkingId: stored.chunkingId,
    passageCount: passages.length,
    hasOriginal: original !== null,
    vectors: vectors && { embedderHash: vectors.embedderHash, dimension: vectors.dimension, count: vectors.count },
  };
  await add(documentPath(id, 'document.json'), `${canonicalJson(record)}\n`, 'deflated');
  await add(documentPath(id, 'text.json'), `${canonicalJson({ text, blocks, pages })}\n`, 'deflated');
  let lines = '';
  for (const passage of passages) {
    lines += `${canonicalJson(passage)}\n`;
    if (passage.ordinal % passagesPerTurn > 0) continue;
    await pause();
    throwIfCancelled(signal);
  }
  await add(documentPath(id, 'passages.jsonl'), lines, 'deflated');
  // Numbers and most originals (PDF, Office, pictures) hardly shrink.
  if (vectors) await add(documentPath(id, 'vectors.f32'), vectors.bytes, 'stored');
  if (original) await add(documentPath(id, 'original'), original, 'stored');
}

function manifestText(counts: LibraryCounts, members: readonly LibraryMember[]): string {
  const manifest: LibraryManifest = { format: libraryFormat, version: libraryFormatVersion, counts, members };
  return canonicalJson(manifest);
}

function byAge(one: StoredDocument, two: StoredDocument): number {
  return one.addedAtMs - two.addedAtMs || (one.id < two.id ? -1 : 1);
}

function byStart(one: Trace, two: Trace): number {
  return one.startedAtMs - two.startedAtMs || (one.id < two.id ? -1 : 1);
}

function tooManyDocuments(documentCount: number): WinnowError {
  const limit = Math.floor((maxLibraryMembers - otherMembers) / documentMembers.length);
  return new WinnowError(
    'library-file-unwritable',
    `The library holds ${documentCount} documents; ${limit} fit in one file. Remove some before you export it.`,
    { documentCount, maxDocumentCount: limit },
  );
}
