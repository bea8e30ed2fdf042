// A matrix as the formats of transformers.js hold it: `fp32`, `q8` (its default on WebAssembly) and `q4`.

export const matrixFormats = ['q8', 'q4', 'fp32'] as const;
export type MatrixFormat = (typeof matrixFormats)[number];

/** [rows × columns], row by row; a row makes one output. */
export type Matrix = { readonly values: Float32Array; readonly rows: number; readonly columns: number };

/** Float32 [columns × rows], the right side of MatMul. */
export function transposed({ values, rows, columns }: Matrix): Float32Array {
  const out = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) out[column * rows + row] = values[row * columns + column]!;
  }
  return out;
}

/** Signed bytes with one scale, [columns × rows]: what ONNX Runtime's dynamic quantisation makes by default. */
export function toInt8(matrix: Matrix): { readonly codes: Int8Array; readonly scale: number } {
  const { values, rows, columns } = matrix;
  let largest = 0;
  for (let at = 0; at < values.length; at++) largest = Math.max(largest, Math.abs(values[at]!));
  const scale = largest / 127;
  const codes = new Int8Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      codes[column * rows + row] = Math.round(values[row * columns + column]! / scale);
    }
  }
  return { codes, scale };
}

const blockSize = 32;

/** Symmetric 4-bit codes around 8, low nibble first, a scale for each 32 weights of a row: what MatMulNBits reads. */
export function toInt4({ values }: Matrix): { readonly codes: Uint8Array; readonly scales: Float32Array } {
  const codes = new Uint8Array(values.length / 2);
  const scales = new Float32Array(values.length / blockSize);
  for (let block = 0; block < scales.length; block++) {
    const start = block * blockSize;
    let extreme = 0;
    for (let at = start; at < start + blockSize; at++) {
      if (Math.abs(values[at]!) > Math.abs(extreme)) extreme = values[at]!;
    }
    // The extreme value gets the code 0, the only one that is 8 away from the middle.
    const scale = extreme === 0 ? 1 : extreme / -8;
    scales[block] = scale;
    const code = (at: number): number => Math.min(15, Math.max(0, Math.round(values[at]! / scale) + 8));
    for (let at = start; at < start + blockSize; at += 2) codes[at / 2] = code(at) | (code(at + 1) << 4);
  }
  return { codes, scales };
}
