import { randomFrom } from './random.ts';

/** Unit vectors around 2,000 centres, as passages gather around subjects. */
export function clusteredVectors(dimension: number): {
  readonly near: () => Float32Array;
  /** Row-major [count × dimension]. */
  readonly nextVectors: (count: number) => Float32Array<ArrayBuffer>;
} {
  const random = randomFrom(9);
  const centres = Array.from({ length: 2000 }, () => Float32Array.from({ length: dimension }, () => random() - 0.5));
  const near = (): Float32Array => {
    const centre = centres[Math.floor(random() * centres.length)]!;
    const vector = centre.map((value) => value + 0.6 * (random() - 0.5));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  return {
    near,
    nextVectors: (count) => {
      const vectors = new Float32Array(count * dimension);
      for (let row = 0; row < count; row++) vectors.set(near(), row * dimension);
      return vectors;
    },
  };
}
