/** Every float16 as float32, by its bits. Subnormal halves do not occur in the recipe's layouts. */
export const halves: Float32Array = buildHalves();

function buildHalves(): Float32Array {
  const values = new Float32Array(65_536);
  const bits = new Uint32Array(values.buffer);
  for (let half = 0; half < bits.length; half++) {
    const sign = (half & 0x8000) << 16;
    const exponent = (half >> 10) & 0x1f;
    bits[half] = exponent === 0 ? sign : sign | ((exponent + 112) << 23) | ((half & 0x3ff) << 13);
  }
  return values;
}

/** Two float16 a word, the first in the low half → float32. */
export function unpackHalves(words: Uint32Array): Float32Array<ArrayBuffer> {
  const values = new Float32Array(2 * words.length);
  for (const [index, pair] of words.entries()) {
    values[2 * index] = halves[pair & 0xffff] ?? 0;
    values[2 * index + 1] = halves[pair >>> 16] ?? 0;
  }
  return values;
}
