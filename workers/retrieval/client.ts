import type { DocumentSummary } from '../../src/core/domain/document.ts';
import { isCancelled, WinnowError } from '../../src/core/domain/errors.ts';
import type { ImportProgress, LibraryService, LibraryState } from '../../src/core/domain/services.ts';
import { stateAfter } from '../../src/core/domain/state-notice.ts';
import type { WorkerLike } from '../wall/connection.ts';
import { createWall } from '../wall/create-wall.ts';
import { protocolVersion, type RetrievalPlaces, type RetrievalProtocol } from './protocol.ts';

export type RetrievalClientOptions = RetrievalPlaces & {
  /** Default: the real worker. */
  readonly start?: () => WorkerLike;
};

export type RetrievalClient = LibraryService & {
  /** Ends the worker. The library stays as it is stored; the next call starts a new one. */
  readonly end: () => void;
};

/** Deaths in a row, with no change of the library between them, after which only a call starts a worker again. */
const deathLimit = 2;

/**
 * The page's side of the retrieval worker. A worker that died is replaced, and goes on with what was stored: what it was
 * asked at that moment fails with `worker-died`. So does an import of which nothing was stored; one that the store had
 * taken whole has succeeded.
 */
export function createRetrievalClient({ start = startWorker, ...places }: RetrievalClientOptions): RetrievalClient {
  const listeners = new Set<(state: LibraryState) => void>();
  /** As the worker last told it. */
  let state: LibraryState = { documents: [], passageCount: 0, embeddedCount: 0 };
  let opened: Promise<LibraryState> | null = null;
  let deathCount = 0;
  const wall = createWall<RetrievalProtocol>({
    name: 'retrieval',
    protocolVersion,
    start,
    onNotice: (notice) => {
      state = stateAfter(state, notice);
      // Every new worker sends the whole; what follows shows that it lives.
      if (!notice.isWhole) deathCount = 0;
      tell(state);
    },
    onDeath: () => {
      opened = null;
      deathCount++;
      // So that vectors go on being computed; a library that cannot be opened is told to whoever asks next.
      if (deathCount <= deathLimit) void open().then(tell, () => undefined);
    },
  });

  function tell(told: LibraryState): void {
    for (const listener of listeners) listener(told);
  }

  async function open(onProgress?: (progress: ImportProgress) => void): Promise<LibraryState> {
    const opening = wall.call('open', [places], { onProgress }).then(() => state);
    opened = opening;
    opening.catch(() => {
      if (opened === opening) opened = null;
    });
    return opening;
  }

  const ready = (): Promise<LibraryState> => opened ?? open();

  /** The document of an import whose worker died after the store had taken it whole, when it was only to be indexed. */
  async function keptImport(name: string, byteLength: number, sinceMs: number): Promise<DocumentSummary | undefined> {
    const found = await ready().catch(() => null);
    return found?.documents.find(
      (document) => document.name === name && document.byteLength === byteLength && document.addedAtMs >= sinceMs,
    );
  }

  return {
    open: (options) => open(options?.onProgress),
    unpack: ({ name, data }, signal) => wall.stream('unpack', [name, data], { signal }),
    add: async (file, { signal, onProgress } = {}) => {
      await ready();
      const importId = crypto.randomUUID();
      const { name, bytes } = file;
      const byteLength = bytes.byteLength;
      const startedAtMs = Date.now();
      try {
        return await wall.call('add', [importId, file], { signal, onProgress, transfer: [bytes] });
      } catch (error) {
        if (isCancelled(error)) await wall.call('undoAdd', [importId]);
        const isDeath =
          error instanceof WinnowError && error.code === 'worker-died' && error.details['reason'] !== 'ended';
        const kept = isDeath ? await keptImport(name, byteLength, startedAtMs) : undefined;
        if (kept) return kept;
        throw error;
      }
    },
    recognise: async (id, language, { signal, onProgress } = {}) => {
      await ready();
      const recognitionId = crypto.randomUUID();
      try {
        return await wall.call('recognise', [recognitionId, id, language], { signal, onProgress });
      } catch (error) {
        const recognised = isCancelled(error) ? await wall.call('recognised', [recognitionId]) : null;
        if (recognised) return recognised;
        throw error;
      }
    },
    remove: async (id) => {
      await ready();
      await wall.call('remove', [id]);
    },
    addTag: async (id, tag) => {
      await ready();
      await wall.call('addTag', [id, tag]);
    },
    removeTag: async (id, tag) => {
      await ready();
      await wall.call('removeTag', [id, tag]);
    },
    read: async (id) => {
      await ready();
      return wall.call('read', [id]);
    },
    original: async (id) => {
      await ready();
      return wall.call('original', [id]);
    },
    retrieve: async (question, options, signal) => {
      await ready();
      return wall.call('retrieve', [question, options], { signal });
    },
    search: async (typed, options, signal) => {
      await ready();
      return wall.call('search', [typed, options], { signal });
    },
    crossEncoder: async () => {
      await ready();
      const info = await wall.call('crossEncoder', []);
      return {
        info,
        score: async (question, passages, signal) => {
          await ready();
          return wall.call('score', [question, passages], { signal });
        },
      };
    },
    embedded: async (signal) => {
      await ready();
      await wall.call('embedded', [], { signal });
    },
    clear: async () => {
      // A library that cannot be opened can still be deleted.
      await ready().catch(() => undefined);
      await wall.call('clear', []);
      clearWebStorage();
    },
    storage: async () => {
      await ready();
      return wall.call('storage', []);
    },
    // Only pages may ask.
    persist: async () => (await globalThis.navigator?.storage?.persist?.().catch(() => false)) ?? false,
    exportLibrary: async (target, { signal, onProgress } = {}) => {
      await ready();
      return wall.call('exportLibrary', [target], { signal, onProgress });
    },
    importLibrary: async ({ name, data }, { signal, onProgress } = {}) => {
      await ready();
      return wall.call('importLibrary', [name, data], { signal, onProgress });
    },
    saveTrace: async (trace) => {
      await ready();
      await wall.call('saveTrace', [trace]);
    },
    traces: async () => {
      await ready();
      return wall.call('traces', []);
    },
    removeTrace: async (id) => {
      await ready();
      await wall.call('removeTrace', [id]);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: () => {
      opened = null;
      wall.end();
    },
  };
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'retrieval' });
}

/** Workers do not see web storage. Where site data is blocked, even looking at it throws; then it holds nothing. */
function clearWebStorage(): void {
  try {
    for (const storage of [globalThis.localStorage, globalThis.sessionStorage]) storage?.clear();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'SecurityError') throw error;
  }
}
