import type { Trace } from '../../core/domain/events.ts';

/** Saves the whole event stream of a question as a JSON file on the person's disk. */
export function downloadTrace(trace: Trace): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(trace, null, 2)], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = `winnow-trace-${new Date(trace.startedAtMs).toISOString().slice(0, 19).replaceAll(':', '')}.json`;
  anchor.click();
  // The download has its own hold on the blob once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
