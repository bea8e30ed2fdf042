import { createSearchIndex } from '../corpus/search-index/create-search-index.ts';
import type { IndexSettings, SearchIndex } from '../corpus/search-index/search-index.ts';
import { type CancelSignal, throwIfCancelled } from '../domain/cancel.ts';
import type { DocumentId, DocumentSummary } from '../domain/document.ts';
import { Cancelled, type ErrorData, errorDataOf, isCancelled, WinnowError } from '../domain/errors.ts';
import { documentNotFound } from '../domain/library-errors.ts';
import type { ImportedLibrary, LibraryFileReader, TransferOptions } from '../domain/library-file.ts';
import type { Passage } from '../domain/passage.ts';
import type { CrossEncoder } from '../domain/ports.ts';
import type { RecognitionLanguage } from '../domain/recognition.ts';
import type { ImportOptions, ImportProgress, LibraryState, NewFile } from '../domain/services.ts';
import type { StoredDocument } from '../domain/store.ts';
import { tagsOf, withoutTag, withTag } from '../domain/tags.ts';
import { addDocument, recogniseDocument } from './add-document.ts';
import { createCancellableWork } from './cancellable-work.ts';
import { addedAtMsOf, createSummaries } from './document-summaries.ts';
import { embedLibrary } from './embed-library.ts';
import { embeddedTextId } from './embed-passages.ts';
import { exportLibrary } from './export-library.ts';
import { createForeground } from './foreground.ts';
import { importLibrary } from './import-library.ts';
import { createIndexSaving } from './index-saving.ts';
import type { Library } from './library.ts';
import type { LibraryParts } from './library-parts.ts';
import { loadedOnce } from './loaded-once.ts';
import { openIndex } from './open-index.ts';
import { retrievePool } from './retrieve-pool.ts';
import { searchLibrary } from './search-library.ts';
import { splitAgain } from './split-again.ts';
import { synchroniseIndex } from './synchronise-index.ts';

/**
 * The library over a store: the one copy of the search index in memory, kept equal to the store, and the background work
 * that computes vectors. Opens what is stored and goes on where the last session ended.
 */
export async function createLibrary(
  parts: LibraryParts,
  onProgress?: (progress: ImportProgress) => void,
): Promise<Library & { readonly state: () => LibraryState }> {
  const { store, embedder } = parts;
  const embedderHash = `${embedder.info.modelHash} ${embeddedTextId}`;
  const settings: IndexSettings = {
    chunking: parts.splitter.version,
    embedder: { ...embedder.info, modelHash: embedderHash },
    languages: parts.languages,
  };
  const saving = createIndexSaving(store);
  const foreground = createForeground();
  const work = createCancellableWork();
  const known = new Map<DocumentId, readonly Passage[]>();
  const waitingForVectors = new Set<() => void>();
  let documents: readonly StoredDocument[] = [];
  let index: SearchIndex = createSearchIndex(settings);
  let embeddingFault: ErrorData | null = null;
  let isEmbedding = false;
  let isEmbeddingAsked = false;
  /** When everything was last deleted, here or in another tab. */
  let clearedAtMs = Number.NEGATIVE_INFINITY;
  let turn: Promise<unknown> = Promise.resolve();

  /** One change of the index at a time. */
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = turn.then(task);
    turn = result.catch(() => undefined);
    return result;
  }

  const shown = createSummaries(embedderHash);

  function state(): LibraryState {
    const shownDocuments = documents.map(shown);
    return {
      documents: shownDocuments,
      passageCount: shownDocuments.reduce((sum, { passageCount }) => sum + passageCount, 0),
      embeddedCount: shownDocuments.reduce((sum, { embeddedCount }) => sum + embeddedCount, 0),
      ...(embeddingFault ? { embeddingFault } : {}),
    };
  }

  function tell(): void {
    parts.onChange(state());
    for (const resume of waitingForVectors) resume();
    waitingForVectors.clear();
  }

  async function synchronise(onAdded?: (done: number, total: number) => void): Promise<void> {
    const indexedAtMs = addedAtMsOf(documents);
    documents = await store.documents();
    await synchroniseIndexWith({ documents, indexedAtMs }, onAdded);
  }

  /** After a change of that document only: the others need not be read. */
  async function synchroniseOne(id: DocumentId): Promise<void> {
    const document = await store.storedDocument(id);
    const position = documents.findIndex((other) => other.id === id);
    const indexedAtMs = addedAtMsOf(documents.filter((other) => other.id === id));
    const others = documents.filter((other) => other.id !== id);
    if (!document) documents = others;
    else if (position >= 0) documents = documents.with(position, document);
    else documents = [document, ...others];
    await synchroniseIndexWith({ documents: document ? [document] : [], only: id, indexedAtMs });
  }

  async function synchroniseIndexWith(
    among: Pick<Parameters<typeof synchroniseIndex>[0], 'documents' | 'only' | 'indexedAtMs'>,
    onAdded?: (done: number, total: number) => void,
  ): Promise<void> {
    await synchroniseIndex({
      index,
      store,
      ...among,
      embedderHash,
      languages: parts.languages,
      known,
      onChanged: saving.changed,
      onAdded: async (done, total) => {
        onAdded?.(done, total);
        await parts.pause();
      },
    });
  }

  const loadEmbedder = loadedOnce(() => work.tracked(embedder.load()));
  const loadCrossEncoder = loadedOnce(() => work.tracked(parts.crossEncoder.load()));

  async function score(question: string, passages: readonly string[], outer?: CancelSignal): Promise<Float32Array> {
    const signal = work.signal(outer);
    throwIfCancelled(signal);
    const crossEncoder = await loadCrossEncoder();
    return crossEncoder.score(question, passages, signal);
  }
  const crossEncoder: CrossEncoder = {
    info: parts.crossEncoder.info,
    score: (...request) => foreground.run(() => score(...request)),
  };

  const saveIndex = (): Promise<void> => inTurn(() => saving.save(index));

  /** Starts the background work, or has it look again. One tab at a time does it; the others hear of the results. */
  async function embedInBackground(): Promise<void> {
    isEmbeddingAsked = true;
    if (isEmbedding) return;
    isEmbedding = true;
    while (isEmbeddingAsked) {
      isEmbeddingAsked = false;
      const signal = work.signal();
      try {
        await store.exclusively('embedding', () => work.tracked(embedMissing(signal)));
      } catch (error) {
        if (isCancelled(error)) continue;
        embeddingFault = errorDataOf(error);
        tell();
      }
    }
    isEmbedding = false;
  }

  async function embedMissing(signal: CancelSignal): Promise<void> {
    throwIfCancelled(signal);
    await saveIndex();
    await inTurn(() => synchronise());
    await embedLibrary({
      store,
      embedderHash,
      loadEmbedder,
      documents: () => documents,
      idle: async () => {
        do {
          await foreground.idle();
          await parts.untilQuiet(signal);
        } while (foreground.isBusy());
      },
      signal,
      onStale: () => inTurn(() => synchronise()),
      onRun: async ({ documentId }) => {
        await inTurn(async () => {
          await synchroniseOne(documentId);
          embeddingFault = null;
          tell();
        });
        if (saving.isDue()) await saveIndex();
      },
    });
    await saveIndex();
  }

  const nameOf = (id: DocumentId) => documents.find((stored) => stored.id === id)?.name;

  async function add(file: NewFile, options: ImportOptions = {}): Promise<DocumentSummary> {
    const signal = work.signal(options.signal);
    const { document, passages } = await addDocument(file, { ...parts, nameOf }, { ...options, signal });
    return inTurn(async () => {
      const report = (done: number) => options.onProgress?.({ stage: 'indexing', done, total: passages.length });
      try {
        known.set(document.id, passages);
        report(0);
        await synchroniseOne(document.id);
        throwIfCancelled(signal);
      } catch (error) {
        await store.removeDocument(document.id);
        await synchroniseOne(document.id);
        throw error;
      } finally {
        known.delete(document.id);
      }
      const stored = documents.find(({ id }) => id === document.id);
      // Another tab deleted it, or everything, a moment ago.
      if (!stored) throw new Cancelled();
      report(passages.length);
      tell();
      void embedInBackground();
      return shown(stored);
    });
  }

  async function recognise(
    id: DocumentId,
    language: RecognitionLanguage,
    options: ImportOptions = {},
  ): Promise<DocumentSummary> {
    const signal = work.signal(options.signal);
    const old = documents.find((stored) => stored.id === id);
    if (!old) throw documentNotFound(id);
    const { passages } = await recogniseDocument(old, language, { ...parts, nameOf }, { ...options, signal });
    // Stored, so it is no longer to be cancelled.
    return inTurn(async () => {
      known.set(id, passages);
      try {
        await synchroniseOne(id);
      } finally {
        known.delete(id);
      }
      tell();
      void embedInBackground();
      const stored = documents.find((document) => document.id === id);
      // Another tab removed it a moment ago.
      if (!stored) throw documentNotFound(id);
      return shown(stored);
    });
  }

  async function takeIn(reader: LibraryFileReader, options: TransferOptions = {}): Promise<ImportedLibrary> {
    const onStored = (passages: ReadonlyMap<DocumentId, readonly Passage[]>): Promise<void> =>
      inTurn(async () => {
        for (const [id, list] of passages) known.set(id, list);
        try {
          await synchronise();
        } finally {
          for (const id of passages.keys()) known.delete(id);
        }
        tell();
      });
    try {
      return await importLibrary(reader, { ...parts, onStored }, { ...options, signal: work.signal(options.signal) });
    } finally {
      void embedInBackground();
    }
  }

  function retag(id: DocumentId, change: (tags: readonly string[]) => readonly string[]): Promise<void> {
    return inTurn(async () => {
      await store.changeTags(id, change);
      await synchroniseOne(id);
      tell();
    });
  }

  async function clear(): Promise<void> {
    clearedAtMs = parts.clock.nowMs();
    parts.cancelLoads();
    await work.cancelAll();
    await inTurn(async () => {
      await store.clear();
      forget();
    });
  }

  function forget(): void {
    documents = [];
    index = createSearchIndex(settings);
    saving.reset(true);
    embeddingFault = null;
    tell();
  }

  /** Another tab deleted everything. A load that was under way here may have put files back since. */
  async function forgetWhatIsGone(): Promise<void> {
    parts.cancelLoads();
    await work.cancelAll();
    await inTurn(async () => {
      await parts.deleteKeptFiles();
      forget();
    });
  }

  store.onRemoteChange((change) => {
    if (change === 'cleared') {
      clearedAtMs = parts.clock.nowMs();
      void forgetWhatIsGone();
      return;
    }
    void inTurn(() => synchronise()).then(
      () => {
        tell();
        void embedInBackground();
      },
      (error: unknown) => {
        embeddingFault = errorDataOf(error);
        tell();
      },
    );
  });

  // In one turn: what another tab tells meanwhile is looked at when there is an index.
  await inTurn(async () => {
    await splitAgain(parts, onProgress);
    const opened = await openIndex(store, settings);
    index = opened.index;
    saving.reset(opened.isSaved);
    await synchronise((done, total) => onProgress?.({ stage: 'indexing', done, total }));
  });
  void embedInBackground();
  // The first question need not wait for it. Whoever needs it hears of a failure.
  if (index.stats().vectorCount > 0) void loadEmbedder().catch(() => undefined);

  return {
    state,
    // Text recognition takes minutes, in a worker of its own: the background work need not wait for it.
    add: (file, options) =>
      file.language ? work.tracked(add(file, options)) : foreground.run(() => work.tracked(add(file, options))),
    recognise: (...request) => work.tracked(recognise(...request)),
    remove: (id) =>
      inTurn(async () => {
        await store.removeDocument(id);
        await synchroniseOne(id);
        tell();
        void embedInBackground();
      }),
    addTag: (id, tag) =>
      retag(id, (tags) => {
        const ofOthers = documents.flatMap((document) => (document.id === id ? [] : tagsOf(document)));
        return withTag(tags, tag, ofOthers);
      }),
    removeTag: (id, tag) => retag(id, (tags) => withoutTag(tags, tag)),
    read: (id) => store.document(id),
    original: (id) => store.original(id),
    retrieve: (question, options, signal) => {
      // What was in the way, a server that was down or a full disk, may be gone by now.
      if (embeddingFault) void embedInBackground();
      return foreground.run(() =>
        retrievePool(
          question,
          options,
          { index, documents, store, loadEmbedder, clock: parts.clock },
          work.signal(signal),
        ),
      );
    },
    search: (typed, options, outer) =>
      foreground.run(async () => {
        const signal = work.signal(outer);
        // The cancel of a search that a further key has made needless may already be waiting.
        await parts.pause();
        return searchLibrary(typed, options, { index, documents, store }, signal);
      }),
    crossEncoder: async () => crossEncoder,
    embedded: async (signal) => {
      if (embeddingFault) void embedInBackground();
      embeddingFault = null;
      for (;;) {
        throwIfCancelled(signal);
        const { passageCount, embeddedCount } = state();
        if (embeddedCount === passageCount) return;
        if (embeddingFault) throw errorFrom(embeddingFault);
        await new Promise<void>((resolve) => waitingForVectors.add(resolve));
      }
    },
    clear,
    storage: () => store.state(),
    exportLibrary: (openWriter, options = {}) =>
      foreground.run(() =>
        work.tracked(
          exportLibrary({ store, openWriter, pause: parts.pause }, { ...options, signal: work.signal(options.signal) }),
        ),
      ),
    importLibrary: (reader, options) => foreground.run(() => work.tracked(takeIn(reader, options))),
    saveTrace: async (trace) => {
      // A question asked before everything was deleted must not come back by being answered after it.
      if (trace.startedAtMs >= clearedAtMs) await store.saveTrace(trace);
    },
    traces: () => store.traces(),
    removeTrace: (id) => store.removeTrace(id),
  };
}

function errorFrom({ code, message, details }: ErrorData): WinnowError {
  return new WinnowError(code, message, details);
}
