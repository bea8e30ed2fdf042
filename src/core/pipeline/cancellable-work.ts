import type { CancelSignal } from '../domain/cancel.ts';

/** Work under way that can be cancelled all at once. */
export type CancellableWork = {
  /** Aborted with `outer`, and by `cancelAll` when it was made before. */
  readonly signal: (outer?: CancelSignal) => CancelSignal;
  /** `cancelAll` waits for this task. */
  readonly tracked: <Result>(task: Promise<Result>) => Promise<Result>;
  /** Aborts every signal so far; resolves when all that is tracked has ended. */
  readonly cancelAll: () => Promise<void>;
};

export function createCancellableWork(): CancellableWork {
  const running = new Set<Promise<unknown>>();
  let epoch = 0;
  return {
    signal: (outer) => {
      const begun = epoch;
      return {
        get aborted() {
          return begun !== epoch || outer?.aborted === true;
        },
      };
    },
    tracked: (task) => {
      const settled = task.then(
        () => undefined,
        () => undefined,
      );
      running.add(settled);
      void settled.then(() => running.delete(settled));
      return task;
    },
    cancelAll: async () => {
      epoch++;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
