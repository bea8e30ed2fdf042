import type { CancelSignal } from '../../src/core/domain/cancel.ts';
import { throwIfCancelled } from '../../src/core/domain/cancel.ts';
import type { ErrorCode } from '../../src/core/domain/errors.ts';
import { Cancelled, isCancelled, WinnowError } from '../../src/core/domain/errors.ts';
import type { GenerateEvent, GenerateRequest, LanguageModel } from '../../src/core/domain/language-model.ts';
import type {
  EngineAttempt,
  EngineChoice,
  EngineReport,
  LoadProgress,
  ModelService,
} from '../../src/core/domain/services.ts';
import type { EngineName } from '../../src/core/domain/token-model.ts';
import type { WorkerLike } from '../wall/connection.ts';
import { createWall } from '../wall/create-wall.ts';
import { interruptible } from '../wall/interrupt.ts';
import type { LanguageModelProtocol, LoadedModel } from './protocol.ts';
import { languageModelProtocolVersion } from './protocol.ts';

export type ModelServiceOptions = {
  /** A language model of the catalog, or `scripted`. */
  readonly modelId: string;
  /** Absolute URL of the folder `models/`, with a slash at its end. */
  readonly modelsUrl: string;
  /** Default: the real worker. */
  readonly start?: () => WorkerLike;
  /** Longest wait for the next event of a reply: one chunk of prefill on the slowest engine. Default 120 s. */
  readonly eventLimitMs?: number;
  /** How long a cancelled reply may go on before its worker is ended, and the model loaded anew. Default 60 s: a chunk of prefill on a slow machine. */
  readonly cancelLimitMs?: number;
  /** How long the worker's thread may be blocked. Default 120 s: building a graph on a slow machine takes its time. */
  readonly silenceLimitMs?: number;
};

/** Faults after which an engine is not to be trusted any more. */
const engineFaults: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'worker-died',
  'device-lost',
  'engine-failed',
  'time-limit',
]);

/** Deaths in a row, without a whole reply between them, after which an engine is given up. */
const deathLimit = 2;

/**
 * The language model, whatever happens to its engine.
 *
 * When an engine dies or loses its device, the worker is ended and the model loaded again: on the other engine if it was
 * the GPU's, on the same one otherwise (twice at most). A reply of which no token had been given is then started again
 * by itself (its prefill events repeat); one that had begun fails with the engine's error, because tokens cannot be unsaid.
 */
export function createModelService(options: ModelServiceOptions): ModelService {
  const listeners = new Set<(report: EngineReport) => void>();
  const cancelLimitMs = options.cancelLimitMs ?? 60_000;
  const timeLimitMs = options.eventLimitMs ?? 120_000;
  let choice: EngineChoice = 'auto';
  let failures: EngineAttempt[] = [];
  let excluded = new Set<EngineName>();
  let deathCount = 0;
  /** The engine that the worker is loading or has loaded. */
  let trying: EngineName | null = null;
  /** Grows with every load, reload and unload, so that what belongs to an earlier one is known to. */
  let generation = 0;
  let loaded: LoadedModel | null = null;
  let recovery: Promise<void> | null = null;
  let loading = new AbortController();

  const wall = createWall<LanguageModelProtocol>({
    name: 'language-model',
    protocolVersion: languageModelProtocolVersion,
    start:
      options.start ??
      (() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'language-model' })),
    onNotice: (notice) => {
      trying = notice.trying;
    },
    onDeath: (error) => {
      // One that dies while loading is the loader's business.
      if (loaded) recover(error, generation).catch(() => undefined);
    },
    silenceLimitMs: options.silenceLimitMs ?? 120_000,
  });

  /** Loads in a fresh worker; an engine that takes the worker down with it is noted, and the next one tried. */
  async function loadFresh(signal: AbortSignal, onProgress?: (progress: LoadProgress) => void): Promise<LoadedModel> {
    for (;;) {
      wall.end();
      trying = null;
      const request = {
        choice,
        modelId: options.modelId,
        modelsUrl: options.modelsUrl,
        earlier: failures,
        excluded: [...excluded],
      };
      try {
        // Building a graph cannot be interrupted, so a cancelled load ends the worker at once.
        return await wall.call('load', [request], { signal, cancelLimitMs: 0, onProgress });
      } catch (error) {
        const engine: EngineName | null = trying;
        const isDeath = error instanceof WinnowError && error.code === 'worker-died';
        if (!isDeath || engine === null || excluded.has(engine)) throw error;
        noteFailure(engine, error);
        excluded.add(engine);
      }
    }
  }

  function noteFailure(engine: EngineName, error: WinnowError): void {
    failures = [...failures, { engine, outcome: 'failed', reason: error.message }];
  }

  /** Replaces a lost engine. Resolves when there is one again; calls for the same loss share one recovery. */
  function recover(error: WinnowError, lostGeneration: number): Promise<void> {
    if (lostGeneration !== generation) return recovery ?? Promise.resolve();
    generation++;
    const lost = loaded;
    loaded = null;
    const mine = generation;
    recovery = (async () => {
      const engine = lost?.report.engine;
      // A worker that was ended because a cancelled job would not stop says nothing against its engine.
      if (engine && error.details['reason'] !== 'cancel-limit') {
        noteFailure(engine, error);
        deathCount++;
        if ((engine === 'web-llm' && choice === 'auto') || deathCount > deathLimit) excluded.add(engine);
      }
      loading = new AbortController();
      const next = await loadFresh(loading.signal);
      if (mine !== generation) throw new Cancelled();
      loaded = next;
      for (const listener of listeners) listener(next.report);
    })();
    recovery.catch(() => undefined);
    return recovery;
  }

  function ready(): LoadedModel {
    if (loaded) return loaded;
    throw new WinnowError('engine-unavailable', 'No language model is loaded. Load one first.');
  }

  /** Waits for a recovery that is under way, then for `work`; after an engine fault recovers and tries once more. */
  async function* withRecovery<T>(
    work: () => AsyncIterable<T>,
    isFinal: (item: T) => boolean,
    signal: CancelSignal | undefined,
  ): AsyncGenerator<T, void, void> {
    const recovered = (wait: Promise<void>): Promise<void> =>
      interruptible(wait, {
        what: 'language-model: recovery',
        signal,
        timeLimitMs: undefined,
        onInterrupt: () => undefined,
      });
    for (let attempt = 1; ; attempt++) {
      throwIfCancelled(signal);
      if (recovery) await recovered(recovery);
      ready();
      const at = generation;
      let hasBegun = false;
      try {
        for await (const item of work()) {
          hasBegun ||= isFinal(item);
          yield item;
        }
        deathCount = 0;
        return;
      } catch (error) {
        if (isCancelled(error) || !(error instanceof WinnowError) || !engineFaults.has(error.code)) throw error;
        const wait = recover(error, at);
        if (hasBegun || attempt > 1) throw error;
        await recovered(wait);
      }
    }
  }

  const model: LanguageModel = {
    info: () => lastInfo(),
    countTokens: async (prompts) => {
      const count = async function* () {
        yield await wall.call('countTokens', [prompts], { timeLimitMs });
      };
      for await (const counts of withRecovery(count, () => true, undefined)) return counts;
      throw new WinnowError('internal', 'Counting tokens gave nothing.');
    },
    generate: (request: GenerateRequest, signal?: CancelSignal): AsyncIterable<GenerateEvent> =>
      withRecovery(
        () => wall.stream('generate', [request], { signal, timeLimitMs, cancelLimitMs }),
        (event) => event.type !== 'prefill',
        signal,
      ),
  };
  let known: LoadedModel | null = null;
  const lastInfo = () => {
    known = loaded ?? known;
    if (known) return known.info;
    throw new WinnowError('engine-unavailable', 'No language model is loaded. Load one first.');
  };

  function forget(): void {
    generation++;
    loading.abort();
    loading = new AbortController();
    loaded = null;
    recovery = null;
    failures = [];
    excluded = new Set();
    deathCount = 0;
    wall.end();
  }

  return {
    load: async (nextChoice, loadOptions = {}) => {
      throwIfCancelled(loadOptions.signal);
      forget();
      choice = nextChoice;
      const mine = generation;
      const mineOnly = loading;
      const work = loadFresh(mineOnly.signal, loadOptions.onProgress);
      const next = await interruptible(work, {
        what: 'language-model: load',
        signal: loadOptions.signal,
        timeLimitMs: undefined,
        onInterrupt: () => mineOnly.abort(),
      });
      if (mine !== generation) throw new Cancelled();
      loaded = next;
      return { model, report: next.report };
    },
    onFallback: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unload: async () => forget(),
  };
}
