// Keys and values of the tokens read so far, one array per layer and kind, [heads, capacity, size of a head] each.
// The capacity grows in steps: between two of them new tokens are written in place, and nothing is moved.

const capacityStep = 128;

export type KeyValueCache = {
  /** Tokens held. */
  readonly length: () => number;
  /** Slots of each array, a multiple of 128; those from `length` on are rubbish and must be masked. */
  readonly capacity: () => number;
  /** Array `index` as it is now: valid until the next `append`. */
  readonly array: (index: number) => Float32Array;
  /** @param added one array per index, [heads, tokenCount, size of a head] */
  readonly append: (tokenCount: number, added: (index: number) => Float32Array) => void;
  readonly clear: () => void;
};

export function createKeyValueCache(shape: {
  readonly arrays: number;
  readonly heads: number;
  readonly headSize: number;
}): KeyValueCache {
  const { arrays, heads, headSize } = shape;
  let length = 0;
  let capacity = 0;
  let stored = emptyArrays(0);

  function emptyArrays(slots: number): Float32Array[] {
    return Array.from({ length: arrays }, () => new Float32Array(heads * slots * headSize));
  }

  function grow(tokens: number): void {
    const slots = Math.ceil(tokens / capacityStep) * capacityStep;
    if (slots <= capacity) return;
    const grown = emptyArrays(slots);
    for (const [index, array] of stored.entries()) {
      for (let head = 0; head < heads; head++) {
        const start = head * capacity * headSize;
        grown[index]?.set(array.subarray(start, start + length * headSize), head * slots * headSize);
      }
    }
    stored = grown;
    capacity = slots;
  }

  return {
    length: () => length,
    capacity: () => capacity,
    array: (index) => {
      const array = stored[index];
      if (!array) throw new RangeError(`no array ${index} in a cache of ${arrays}`);
      return array;
    },
    append: (tokenCount, added) => {
      grow(length + tokenCount);
      for (const [index, array] of stored.entries()) {
        const rows = added(index);
        for (let head = 0; head < heads; head++) {
          const start = head * tokenCount * headSize;
          array.set(rows.subarray(start, start + tokenCount * headSize), (head * capacity + length) * headSize);
        }
      }
      length += tokenCount;
    },
    clear: () => {
      length = 0;
      capacity = 0;
      stored = emptyArrays(0);
    },
  };
}
