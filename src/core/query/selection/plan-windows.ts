// Which candidates are read, and in which windows, within what the model can hold and what the device can read in time.

export type WindowBudget = {
  /** Prompt tokens of a window without its passages. */
  readonly baseTokens: number;
  /** Most prompt tokens of one window. */
  readonly windowTokens: number;
  /** Most prompt tokens of all windows together; one window is read even if it costs more. */
  readonly totalTokens: number;
  /** Most passages in one window. */
  readonly windowPassages: number;
};

/** Positions from..to (half-open) of the candidates' list. */
export type Window = { readonly from: number; readonly to: number };

/** Fills windows of at most `passages` each, front to back. A passage that fits no window gets one of its own. */
function fill(tokens: readonly number[], passages: number, budget: WindowBudget): Window[] {
  const windows: Window[] = [];
  let from = 0;
  let used = budget.baseTokens;
  tokens.forEach((cost, at) => {
    const isFull = at - from >= passages || used + cost > budget.windowTokens;
    if (at > from && isFull) {
      windows.push({ from, to: at });
      from = at;
      used = budget.baseTokens;
    }
    used += cost;
  });
  if (tokens.length > from) windows.push({ from, to: tokens.length });
  return windows;
}

/** The fewest windows, filled as evenly as the order allows. */
function fillEvenly(tokens: readonly number[], budget: WindowBudget): readonly Window[] {
  const fewest = fill(tokens, budget.windowPassages, budget);
  const even = fill(tokens, Math.ceil(tokens.length / Math.max(1, fewest.length)), budget);
  return even.length <= fewest.length ? even : fewest;
}

function costOf(windows: readonly Window[], tokens: readonly number[], budget: WindowBudget): number {
  const costs = windows.map(({ from, to }) =>
    tokens.slice(from, to).reduce((sum, cost) => sum + cost, budget.baseTokens),
  );
  // With more than one window, what they keep is read once more; that costs at most as much as the longest.
  const lastRound = windows.length > 1 ? Math.max(...costs) : 0;
  return costs.reduce((sum, cost) => sum + cost, lastRound);
}

/**
 * The longest beginning of the candidates' list that can be read in time, in windows. Candidates behind the last
 * window are not read.
 *
 * @param tokens prompt tokens of each candidate, in pool order
 */
export function planWindows(tokens: readonly number[], budget: WindowBudget): readonly Window[] {
  for (let count = tokens.length; count > 0; count--) {
    const read = tokens.slice(0, count);
    const windows = fillEvenly(read, budget);
    if (count === 1 || costOf(windows, read, budget) <= budget.totalTokens) return windows;
  }
  return [];
}
