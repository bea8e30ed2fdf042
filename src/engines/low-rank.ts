// Low-rank updates (docs/decisions/0014): thin float16 matrices whose product belongs to a 4-bit matrix.
import { unpackHalves } from './halves.ts';

const rank = 16;
/** Ranks added in one pass over a row: fewer reads and writes of the row. */
const ranksAtOnce = 4;

/**
 * Adds up × down to `weights` in place.
 * @param weights [out × in]
 * @param down [16 × in], two halves a word
 * @param up [out × 16], two halves a word
 */
export function addLowRank(weights: Float32Array, down: Uint32Array, up: Uint32Array): void {
  const width = (2 * down.length) / rank;
  const rows = (2 * up.length) / rank;
  if (weights.length !== rows * width) {
    throw new RangeError(`An update of ${rows} × ${width} does not fit ${weights.length} weights`);
  }
  const downs = unpackHalves(down);
  const ups = unpackHalves(up);
  for (let row = 0; row < rows; row++) {
    for (let r = 0; r < rank; r += ranksAtOnce) {
      const from = row * rank + r;
      const [a = 0, b = 0, c = 0, d = 0] = ups.subarray(from, from + ranksAtOnce);
      const [atA, atB, atC, atD] = [r * width, (r + 1) * width, (r + 2) * width, (r + 3) * width];
      for (let column = 0, at = row * width; column < width; column++, at++) {
        // SAFETY: all indices lie within the lengths compared above; checks would cost a third of the speed.
        const first = a * (downs[atA + column] as number) + b * (downs[atB + column] as number);
        // SAFETY: as above.
        const second = c * (downs[atC + column] as number) + d * (downs[atD + column] as number);
        // SAFETY: as above.
        weights[at] = (weights[at] as number) + first + second;
      }
    }
  }
}
