/**
 * Sends progress one report at a time. While one is on its way, newer ones replace each other,
 * so a job that reports a thousand times a second cannot flood the page.
 */
export function createProgressChannel(send: (value: unknown) => unknown): {
  readonly report: (value: unknown) => void;
  /** Resolves when the last report has been heard. */
  readonly flushed: () => Promise<void>;
} {
  let waiting: { readonly value: unknown } | null = null;
  let sending: Promise<void> | null = null;

  const pump = async (): Promise<void> => {
    while (waiting) {
      const { value } = waiting;
      waiting = null;
      await send(value);
    }
    sending = null;
  };

  return {
    report: (value) => {
      waiting = { value };
      sending ??= pump();
    },
    flushed: async () => {
      await sending;
    },
  };
}
