/** Lets what a person waits for go before background work. */
export type Foreground = {
  readonly run: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Resolves once nothing runs in the foreground. */
  readonly idle: () => Promise<void>;
  readonly isBusy: () => boolean;
};

export function createForeground(): Foreground {
  let runningCount = 0;
  let waiting: (() => void)[] = [];
  return {
    run: async (task) => {
      runningCount++;
      try {
        return await task();
      } finally {
        runningCount--;
        if (runningCount === 0) {
          for (const resume of waiting) resume();
          waiting = [];
        }
      }
    },
    idle: async () => {
      // After waking, another foreground task may have started.
      while (runningCount > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    isBusy: () => runningCount > 0,
  };
}
