/** What one bench found. Ratios mean more than figures: both sides ran on the same machine, minutes apart at most. */
export type BenchResult = {
  readonly name: string;
  /** What was measured, in one line: sizes, queries, settings. */
  readonly setting: string;
  readonly figures: readonly { readonly label: string; readonly value: number; readonly unit: string }[];
  /** `aim` is the least value wanted, or null where there is none. */
  readonly ratios: readonly { readonly label: string; readonly value: number; readonly aim: number | null }[];
};

/** Value below which a share of the samples lies, 0.5 for the median. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Milliseconds that the task takes, once. */
export function elapsedMs(task: () => void): number {
  const startedMs = performance.now();
  task();
  return performance.now() - startedMs;
}
