import { Cancelled } from './errors.ts';

/** The part of an `AbortSignal` that the core needs; a real signal fits. */
export type CancelSignal = { readonly aborted: boolean };

/** Throws `Cancelled` once the signal has been aborted. Call it between units of work. */
export function throwIfCancelled(signal: CancelSignal | undefined): void {
  if (signal?.aborted) throw new Cancelled();
}
