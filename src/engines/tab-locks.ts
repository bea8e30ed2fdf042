/** Runs tasks of one name one after another. */
export type TabLocks = { readonly run: <Result>(name: string, task: () => Promise<Result>) => Promise<Result> };

/** Across all tabs of this origin where the browser has Web Locks and allows them, else within this thread. */
export function createTabLocks(prefix: string): TabLocks {
  const inThread = createThreadLocks();
  let usable: Promise<LockManager | null> | null = null;
  return {
    run: async (name, task) => {
      usable ??= usableLocks();
      const locks = await usable;
      if (!locks) return inThread.run(name, task);
      return await locks.request(`${prefix}:${name}`, task);
    },
  };
}

/** Null where there are none, or where the browser forbids this site to keep data, and locks with it. */
export async function usableLocks(): Promise<LockManager | null> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return null;
  try {
    await locks.query();
    return locks;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return null;
    throw error;
  }
}

function createThreadLocks(): TabLocks {
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
