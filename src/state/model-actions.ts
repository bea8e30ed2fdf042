import { Cancelled, errorDataOf, isCancelled } from '../core/domain/errors.ts';
import type { LanguageModel } from '../core/domain/language-model.ts';
import type { EngineChoice, ModelService } from '../core/domain/services.ts';
import type { ModelStore } from './model-store.ts';

export type ModelActions = {
  /**
   * The loaded model; loads it on the first call and again after a failure. Calls share one load.
   * The signal ends the waiting, not the load, which the next question will need.
   * @throws what `ModelService.load` throws, and `Cancelled`
   */
  readonly ensureLoaded: (signal: AbortSignal) => Promise<LanguageModel>;
  /** Starts loading ahead of the first question; a failure is kept in the store. */
  readonly preload: () => void;
  readonly cancelLoad: () => void;
  /** The next question loads the model anew. */
  readonly discard: () => void;
};

export function createModelActions(store: ModelStore, models: ModelService, choice: EngineChoice): ModelActions {
  let loading: Promise<LanguageModel> | null = null;
  let controller = new AbortController();

  models.onFallback((report) => {
    store.setState({ model: { status: 'ready', report, fellBack: true } });
  });

  const load = async (): Promise<LanguageModel> => {
    controller = new AbortController();
    store.setState({ model: { status: 'loading', progress: null } });
    try {
      const { model, report } = await models.load(choice, {
        signal: controller.signal,
        onProgress: (progress) => {
          if (store.getState().model.status === 'loading') store.setState({ model: { status: 'loading', progress } });
        },
      });
      store.setState({ model: { status: 'ready', report, fellBack: false } });
      return model;
    } catch (error) {
      loading = null;
      store.setState({
        model: isCancelled(error) ? { status: 'idle' } : { status: 'failed', error: errorDataOf(error) },
      });
      throw error;
    }
  };

  const shared = (): Promise<LanguageModel> => {
    loading ??= load();
    return loading;
  };

  return {
    ensureLoaded: (signal) => untilAborted(shared(), signal),
    preload: () => {
      // The store already says why.
      shared().catch(() => undefined);
    },
    cancelLoad: () => controller.abort(),
    discard: () => {
      loading = null;
      store.setState({ model: { status: 'idle' } });
    },
  };
}

/** @throws `Cancelled` as soon as the signal is aborted, whatever the promise does later. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Cancelled());
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
