/** Missed beats that count as death. */
const missedLimit = 4;

/**
 * Asks the far side for a sign of life while it is started. Beats are counted rather than
 * milliseconds, so a page that slept with its worker does not take the sleep for silence.
 */
export function createHeartbeat(options: {
  readonly ping: () => Promise<unknown>;
  /** How long the far side may be silent: it may block its thread with real work for that long. */
  readonly limitMs: number;
  readonly onSilence: () => void;
}): { readonly start: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setInterval> | null = null;
  let isAnswered = true;
  let missedCount = 0;

  const beat = (): void => {
    missedCount = isAnswered ? 0 : missedCount + 1;
    if (missedCount >= missedLimit) {
      options.onSilence();
      return;
    }
    if (!isAnswered) return;
    isAnswered = false;
    const answered = (): void => {
      isAnswered = true;
    };
    // A ping that fails is answered too: the thread lives.
    options.ping().then(answered, answered);
  };

  return {
    start: () => {
      timer ??= setInterval(beat, options.limitMs / missedLimit);
    },
    stop: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      isAnswered = true;
      missedCount = 0;
    },
  };
}
