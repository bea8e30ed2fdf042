/** Tells how far a run is and how long the rest will take, at most once in some seconds. */
export type Progress = { readonly step: () => void };

const everyMs = 5_000;

/** @param done what an earlier start did; only what comes now counts for the speed */
export function createProgress(done: number, total: number, tell: (line: string) => void): Progress {
  const startMs = performance.now();
  let stepped = 0;
  let toldMs = startMs;
  return {
    step: () => {
      stepped += 1;
      const nowMs = performance.now();
      const at = done + stepped;
      if (nowMs - toldMs < everyMs && at < total) return;
      toldMs = nowMs;
      const leftMs = ((nowMs - startMs) / stepped) * (total - at);
      tell(`${at} of ${total}, ${durationOf(leftMs)} left`);
    },
  };
}

function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
