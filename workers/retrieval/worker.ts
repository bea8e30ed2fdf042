import catalogFile from '../../models/catalog.json' with { type: 'json' };
import { passagesOf, splitterVersion } from '../../src/core/corpus/passages/split-passages.ts';
import type { CancelSignal } from '../../src/core/domain/cancel.ts';
import type { Catalog, CatalogModel } from '../../src/core/domain/catalog.ts';
import type { DocumentId, DocumentSummary } from '../../src/core/domain/document.ts';
import { WinnowError } from '../../src/core/domain/errors.ts';
import type { ImportProgress, LibraryState } from '../../src/core/domain/services.ts';
import { noticeOf } from '../../src/core/domain/state-notice.ts';
import { createLibrary } from '../../src/core/pipeline/create-library.ts';
import { untilNoneAnswers } from '../../src/engines/answering-lock.ts';
import { deleteArtifactCache } from '../../src/engines/artifact-cache.ts';
import { createArtifactSource } from '../../src/engines/artifact-source.ts';
import { deleteOldExports, openByteTarget } from '../../src/engines/byte-target.ts';
import { clearOrigin } from '../../src/engines/clear-origin.ts';
import { crossEncoderInfoOf } from '../../src/engines/cross-encoder-info.ts';
import { drawPdfPage, drawPictureFile } from '../../src/engines/draw-pictures.ts';
import { embedderInfoOf } from '../../src/engines/embedder-info.ts';
import { languageParts } from '../../src/engines/language-parts.ts';
import { openLibraryZip } from '../../src/engines/library-zip-reader.ts';
import { createLibraryZipWriter } from '../../src/engines/library-zip-writer.ts';
import type { BertSource } from '../../src/engines/load-bert.ts';
import { nextTask } from '../../src/engines/next-task.ts';
import { NoFilterFactory, OffscreenCanvasFactory } from '../../src/engines/offscreen-factories.ts';
import { openStore } from '../../src/engines/open-store.ts';
import { createDocumentParser } from '../../src/engines/parse-document.ts';
import { sha256 } from '../../src/engines/sha256.ts';
import { createTesseract } from '../../src/engines/tesseract-recogniser.ts';
import { unpackFile } from '../../src/engines/unpack-file.ts';
import { serveWall } from '../wall/serve-wall.ts';
import { protocolVersion, type RetrievalPlaces, type RetrievalProtocol } from './protocol.ts';

const libraryName = 'winnow';

type OpenLibrary = Awaited<ReturnType<typeof createLibrary>>;

let opening: Promise<OpenLibrary> | null = null;
let modelAbort = new AbortController();
/** What each import becomes (null when it fails), for cancels that come too late. */
const imports = new Map<string, Promise<DocumentId | null>>();

/**
 * Between the files of an import the page takes a moment. Background work that began there would hold each of them up, so
 * it begins when none has followed for this long.
 */
const restAfterImportMs = 300;
let importEndedAtMs = Number.NEGATIVE_INFINITY;

async function untilRested(signal: CancelSignal): Promise<void> {
  for (;;) {
    const leftMs = importEndedAtMs + restAfterImportMs - performance.now();
    if (leftMs <= 0 || signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, leftMs));
  }
}

/** What the page knows. */
let told: LibraryState | null = null;

function tell(state: LibraryState): void {
  wall.notify(noticeOf(told, state));
  told = state;
}

/** What each text recognition of a stored document becomes, likewise. */
const recognitions = new Map<string, Promise<DocumentSummary | null>>();

/** Ends downloads of models that a deletion would otherwise have to wait for. */
function cancelLoads(): void {
  modelAbort.abort();
  modelAbort = new AbortController();
}

async function openLibrary(places: RetrievalPlaces, report: (progress: ImportProgress) => void): Promise<OpenLibrary> {
  // SAFETY: the recipe writes the catalog in this shape, and a test of the catalog holds it to it.
  const catalog = catalogFile as Catalog;
  const modelOf = (role: CatalogModel['role']): CatalogModel => {
    const model = catalog.models.find((entry) => entry.role === role);
    if (model) return model;
    throw new WinnowError('artifact-unknown', `The catalog names no ${role}. Install Winnow again.`);
  };
  /** One thread: the other cores are the language model's. */
  const sourceOf = (model: CatalogModel): BertSource => {
    const source = createArtifactSource({ catalog, baseUrl: places.modelsUrl });
    const { signal } = modelAbort;
    return { model, artifacts: { read: (modelId, name) => source.read(modelId, name, { signal }) }, threads: 1 };
  };
  await deleteOldExports(Date.now());
  const embedder = modelOf('embedder');
  const crossEncoder = modelOf('cross-encoder');
  const newWorker = () =>
    new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), { type: 'module', name: 'pdf' });
  return createLibrary(
    {
      store: await openStore(libraryName),
      sha256,
      parse: createDocumentParser(
        { worker: newWorker, dataUrl: places.pdfDataUrl },
        {
          open: createTesseract(places.recognitionUrl),
          drawPdfPage,
          drawPictureFile,
          drawing: { CanvasFactory: OffscreenCanvasFactory, FilterFactory: NoFilterFactory },
        },
      ),
      splitter: { version: splitterVersion, passagesOf },
      pause: nextTask,
      untilQuiet: async (signal) => {
        await untilRested(signal);
        await untilNoneAnswers(signal);
      },
      clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
      languages: languageParts,
      embedder: {
        info: await embedderInfoOf(embedder),
        load: async () => {
          const { loadTransformersEmbedder } = await import('../../src/engines/transformers-embedder.ts');
          return loadTransformersEmbedder(sourceOf(embedder));
        },
      },
      crossEncoder: {
        info: await crossEncoderInfoOf(crossEncoder),
        load: async () => {
          const { loadTransformersCrossEncoder } = await import('../../src/engines/transformers-cross-encoder.ts');
          return loadTransformersCrossEncoder(sourceOf(crossEncoder));
        },
      },
      cancelLoads,
      deleteKeptFiles: deleteArtifactCache,
      onChange: tell,
    },
    report,
  );
}

function library(): Promise<OpenLibrary> {
  if (opening) return opening;
  throw new WinnowError('internal', 'The library was not opened. Call `open` first.');
}

const wall = serveWall<RetrievalProtocol>({
  protocolVersion,
  calls: {
    open: async (job, places) => {
      opening ??= openLibrary(places, job.report);
      try {
        const { state } = await opening;
        told = null;
        tell(state());
      } catch (error) {
        opening = null;
        throw error;
      }
    },
    add: async (job, importId, file) => {
      const { signal, report } = job;
      const adding = (await library()).add(file, { signal, onProgress: report });
      imports.set(
        importId,
        adding.then(
          ({ id }) => id,
          () => null,
        ),
      );
      try {
        return await adding;
      } finally {
        importEndedAtMs = performance.now();
      }
    },
    undoAdd: async (_job, importId) => {
      const id = await imports.get(importId);
      if (id) await (await library()).remove(id);
    },
    recognise: async ({ signal, report }, recognitionId, id, language) => {
      const recognising = (await library()).recognise(id, language, { signal, onProgress: report });
      recognitions.set(
        recognitionId,
        recognising.catch(() => null),
      );
      return recognising;
    },
    recognised: async (_job, recognitionId) => (await recognitions.get(recognitionId)) ?? null,
    remove: async (_job, id) => (await library()).remove(id),
    addTag: async (_job, id, tag) => (await library()).addTag(id, tag),
    removeTag: async (_job, id, tag) => (await library()).removeTag(id, tag),
    read: async (_job, id) => (await library()).read(id),
    original: async (job, id) => {
      const bytes = await (await library()).original(id);
      job.transfer(bytes);
      return bytes;
    },
    retrieve: async (job, question, options) => (await library()).retrieve(question, options, job.signal),
    search: async (job, typed, options) => (await library()).search(typed, options, job.signal),
    crossEncoder: async () => (await (await library()).crossEncoder()).info,
    score: async (job, question, passages) =>
      (await (await library()).crossEncoder()).score(question, passages, job.signal),
    embedded: async (job) => (await library()).embedded(job.signal),
    clear: async () => {
      cancelLoads();
      await (opening ? (await opening).clear() : clearOrigin());
    },
    storage: async () => (await library()).storage(),
    exportLibrary: async ({ signal, report }, target) =>
      (await library()).exportLibrary(
        async (expectedBytes) => createLibraryZipWriter(await openByteTarget(target, expectedBytes), nextTask),
        { signal, onProgress: report },
      ),
    importLibrary: async ({ signal, report }, name, data) => {
      // SAFETY: the client hands over what the page got from the browser: a Blob.
      const reader = await openLibraryZip({ name, data: data as Blob });
      return (await library()).importLibrary(reader, { signal, onProgress: report });
    },
    saveTrace: async (_job, trace) => (await library()).saveTrace(trace),
    traces: async () => (await library()).traces(),
    removeTrace: async (_job, id) => (await library()).removeTrace(id),
  },
  streams: {
    // SAFETY: the client hands over what the page got from the browser: a Blob.
    unpack: (job, name, data) => unpackFile({ name, data: data as Blob }, job.signal),
  },
  // Each item may be a file of a few hundred megabytes.
  aheadCount: 1,
});
