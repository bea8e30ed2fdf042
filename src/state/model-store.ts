import { createStore } from 'zustand/vanilla';
import type { ErrorData } from '../core/domain/errors.ts';
import type { EngineReport, LoadProgress } from '../core/domain/services.ts';

export type ModelFacts =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly progress: LoadProgress | null }
  | {
      readonly status: 'ready';
      readonly report: EngineReport;
      /** True when the engine replaced another one that had failed while it was in use. */
      readonly fellBack: boolean;
    }
  | { readonly status: 'failed'; readonly error: ErrorData };

// Boxed, because zustand merges what it is given: a union must be replaced whole.
export const createModelStore = () =>
  createStore<{ readonly model: ModelFacts }>(() => ({ model: { status: 'idle' } }));
export type ModelStore = ReturnType<typeof createModelStore>;
