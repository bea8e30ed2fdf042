import type { Batch, Outcome } from './wall-protocol.ts';

export type ItemBuffer = {
  /** Resolves when there is room for another item: this is the back-pressure. */
  readonly push: (item: unknown) => Promise<void>;
  readonly end: (outcome: Outcome) => void;
  /** All items that are ready, at least one or the end. */
  readonly take: () => Promise<Batch>;
  /** Throws away what is there and what comes: nobody reads any more. */
  readonly drain: () => void;
};

/** Between a stream's producer and its reader; the producer gets at most `limit` items ahead. */
export function createItemBuffer(limit: number): ItemBuffer {
  let items: unknown[] = [];
  let outcome: Outcome | null = null;
  let isDraining = false;
  let wakeReader: (() => void) | null = null;
  let wakeWriter: (() => void) | null = null;

  const wake = (): void => {
    wakeReader?.();
    wakeReader = null;
  };
  const makeRoom = (): void => {
    wakeWriter?.();
    wakeWriter = null;
  };

  return {
    push: async (item) => {
      if (isDraining) return;
      items.push(item);
      wake();
      if (items.length >= limit) await new Promise<void>((resolve) => (wakeWriter = resolve));
    },
    end: (result) => {
      outcome = result;
      wake();
    },
    take: async () => {
      if (items.length === 0 && !outcome) await new Promise<void>((resolve) => (wakeReader = resolve));
      const batch = { items, end: outcome };
      items = [];
      makeRoom();
      return batch;
    },
    drain: () => {
      isDraining = true;
      items = [];
      makeRoom();
    },
  };
}
