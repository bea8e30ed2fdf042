// 4-bit weights → float32, in the layout q4s of models/recipe/README.md: weight = code × scale + offset.
import { halves } from './halves.ts';

const codesPerWord = 8;
const wordsPerGroup = 4;

/**
 * @param words eight codes each, lowest nibble first
 * @param scales one per group of four words: float16 scale in the low half, float16 offset in the high half
 * @param out [words.length × 8]
 */
export function unpackQ4s(words: Uint32Array, scales: Uint32Array, out: Float32Array): void {
  if (words.length !== scales.length * wordsPerGroup || out.length !== words.length * codesPerWord) {
    throw new RangeError(
      `${words.length} words, ${scales.length} scales and ${out.length} weights do not fit together`,
    );
  }
  let word = 0;
  let at = 0;
  for (const pair of scales) {
    // The tables and arrays are read within bounds; `?? 0` would cost a third of the speed.
    // SAFETY: pair & 0xffff and pair >>> 16 are below 65,536.
    const scale = halves[pair & 0xffff] as number;
    // SAFETY: as above.
    const offset = halves[pair >>> 16] as number;
    for (let end = word + wordsPerGroup; word < end; word++) {
      // SAFETY: the lengths were compared above.
      const codes = words[word] as number;
      out[at] = (codes & 15) * scale + offset;
      out[at + 1] = ((codes >>> 4) & 15) * scale + offset;
      out[at + 2] = ((codes >>> 8) & 15) * scale + offset;
      out[at + 3] = ((codes >>> 12) & 15) * scale + offset;
      out[at + 4] = ((codes >>> 16) & 15) * scale + offset;
      out[at + 5] = ((codes >>> 20) & 15) * scale + offset;
      out[at + 6] = ((codes >>> 24) & 15) * scale + offset;
      out[at + 7] = (codes >>> 28) * scale + offset;
      at += codesPerWord;
    }
  }
}
