import { isCancelled } from '../../src/core/domain/errors.ts';
import type { LibraryService, LibraryState } from '../../src/core/domain/services.ts';
import type { WorkerLike } from '../wall/connection.ts';
import { createWall } from '../wall/create-wall.ts';
import { protocolVersion, type RetrievalProtocol } from './protocol.ts';

export type RetrievalClient = LibraryService & {
  /** Ends the worker. The library stays as it is stored; the next call starts a new one. */
  readonly end: () => void;
};

/** A page must not wait for ever for a parser that hangs; a 300-page PDF takes well under this. */
const importLimitMs = 30 * 60_000;

/** The page's side of the retrieval worker. */
export function createRetrievalClient(start: () => WorkerLike = startWorker): RetrievalClient {
  const listeners = new Set<(state: LibraryState) => void>();
  let persistAsked = false;
  const wall = createWall<RetrievalProtocol>({
    name: 'retrieval',
    protocolVersion,
    start,
    onNotice: (state) => {
      for (const listener of listeners) listener(state);
    },
  });

  return {
    open: (options) => wall.call('open', [], { onProgress: options?.onProgress }),
    add: async ({ name, bytes }, options = {}) => {
      if (!persistAsked) {
        persistAsked = true;
        // Only pages may ask. Some browsers show a question; the import does not wait for the answer.
        void navigator.storage?.persist?.().catch(() => false);
      }
      const importId = crypto.randomUUID();
      const { signal, onProgress } = options;
      try {
        const callOptions = { signal, onProgress, transfer: [bytes], timeLimitMs: importLimitMs };
        return await wall.call('add', [importId, name, bytes], callOptions);
      } catch (error) {
        if (isCancelled(error)) await wall.call('undoAdd', [importId]);
        throw error;
      }
    },
    remove: (id) => wall.call('remove', [id]),
    read: (id) => wall.call('read', [id]),
    original: (id) => wall.call('original', [id]),
    retrieve: (question, options, signal) => wall.call('retrieve', [question, options], { signal }),
    embedded: (signal) => wall.call('embedded', [], { signal }),
    clear: async () => {
      await wall.call('clear', []);
      // Workers do not see web storage.
      for (const storage of [globalThis.localStorage, globalThis.sessionStorage]) storage?.clear();
    },
    storage: () => wall.call('storage', []),
    saveTrace: (trace) => wall.call('saveTrace', [trace]),
    traces: () => wall.call('traces', []),
    removeTrace: (id) => wall.call('removeTrace', [id]),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: () => wall.end(),
  };
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'retrieval' });
}
