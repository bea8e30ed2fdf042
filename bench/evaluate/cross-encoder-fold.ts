import { createHash } from 'node:crypto';

/** As in models/recipe/train/folds.py: this share of the training samples taught the cross-encoder. */
const crossEncoderShare = 0.4;

/** True for a training sample that the cross-encoder has learned from. */
export function taughtCrossEncoder(id: string): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE(0) < crossEncoderShare * 2 ** 32;
}
