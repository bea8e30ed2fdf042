/** Runs tasks of one name one after another. */
export type TabLocks = { readonly run: <Result>(name: string, task: () => Promise<Result>) => Promise<Result> };

/** Across all tabs of this origin where the browser has Web Locks, else within this thread. */
export function createTabLocks(prefix: string): TabLocks {
  if (globalThis.navigator?.locks) {
    return {
      run: async (name, task) => await navigator.locks.request(`${prefix}:${name}`, task),
    };
  }
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: (name, task) => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(task, task);
      tails.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}
