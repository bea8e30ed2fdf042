import type { CancelSignal } from '../../src/core/domain/cancel.ts';
import { Cancelled, WinnowError } from '../../src/core/domain/errors.ts';

/** How often a signal that cannot tell by itself is looked at. */
const pollMs = 20;

/** Calls `onCancel` once when the signal is aborted. Returns the function that ends the watch. */
function watchCancel(signal: CancelSignal | undefined, onCancel: () => void): () => void {
  if (!signal) return () => undefined;
  if (signal instanceof AbortSignal) {
    signal.addEventListener('abort', onCancel, { once: true });
    return () => signal.removeEventListener('abort', onCancel);
  }
  const timer = setInterval(() => {
    if (!signal.aborted) return;
    clearInterval(timer);
    onCancel();
  }, pollMs);
  return () => clearInterval(timer);
}

/**
 * Settles as `work` does, unless the signal is aborted (`Cancelled`) or the time is up (`time-limit`) first;
 * then `onInterrupt` is called, and how `work` ends no longer matters.
 */
export function interruptible<T>(
  work: Promise<T>,
  options: {
    readonly what: string;
    readonly signal: CancelSignal | undefined;
    readonly timeLimitMs: number | undefined;
    readonly onInterrupt: () => void;
  },
): Promise<T> {
  const { what, timeLimitMs } = options;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const interrupt = (error: Error): void => {
      settle();
      reject(error);
      options.onInterrupt();
    };
    const unwatch = watchCancel(options.signal, () => interrupt(new Cancelled()));
    if (timeLimitMs !== undefined) {
      const message = `${what} took longer than ${timeLimitMs} ms and was stopped. Try again.`;
      timer = setTimeout(() => interrupt(new WinnowError('time-limit', message, { what, timeLimitMs })), timeLimitMs);
    }
    const settle = (): void => {
      clearTimeout(timer);
      unwatch();
    };
    work.then(resolve, reject).finally(settle);
  });
}
