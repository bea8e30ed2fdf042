// Token ids, one at a time → text that never splits a character and never leaks the beginning of a stop string.

export type TextStream = {
  /** The new text that is safe to show after this id; '' while a character or a stop string may be incomplete. */
  readonly push: (id: number) => string;
  /** What was still held back; call once, at the end, unless a stop string was found. */
  readonly flush: () => string;
  /** True once a stop string was found; its text and all after it are gone. */
  readonly isStopped: () => boolean;
};

/** Length of the longest end of `text` that is a proper beginning of one of the stop strings. */
function heldBackLength(text: string, stop: readonly string[]): number {
  let held = 0;
  for (const stopText of stop) {
    for (let length = Math.min(stopText.length - 1, text.length); length > held; length--) {
      if (text.endsWith(stopText.slice(0, length))) held = length;
    }
  }
  return held;
}

/** Offset of the first stop string in `text`, or -1. */
function firstStop(text: string, stop: readonly string[]): number {
  let first = -1;
  for (const stopText of stop) {
    const at = text.indexOf(stopText);
    if (at !== -1 && (first === -1 || at < first)) first = at;
  }
  return first;
}

/**
 * @param decode ids → text; incomplete UTF-8 at the end gives U+FFFD
 * @param stop strings that end the reply; empty strings are ignored
 */
export function createTextStream(decode: (ids: readonly number[]) => string, stop: readonly string[]): TextStream {
  const stopTexts = stop.filter((text) => text !== '');
  /** Ids whose bytes do not yet end at a character's border. */
  let openIds: number[] = [];
  /** Whole characters, not yet shown because they may begin a stop string. */
  let heldText = '';
  let stopped = false;

  function release(text: string): string {
    const joined = heldText + text;
    const stopAt = firstStop(joined, stopTexts);
    if (stopAt !== -1) {
      stopped = true;
      heldText = '';
      return joined.slice(0, stopAt);
    }
    const held = heldBackLength(joined, stopTexts);
    heldText = joined.slice(joined.length - held);
    return joined.slice(0, joined.length - held);
  }

  return {
    push: (id) => {
      if (stopped) return '';
      openIds.push(id);
      const text = decode(openIds);
      if (text.endsWith('\uFFFD')) return '';
      openIds = [];
      return release(text);
    },
    flush: () => {
      if (stopped) return '';
      const released = release(openIds.length === 0 ? '' : decode(openIds));
      openIds = [];
      const rest = heldText;
      heldText = '';
      return released + rest;
    },
    isStopped: () => stopped,
  };
}
