// Scores that the recipe's own scorer (models/recipe/train/score_pools.py) wrote: what the trained cross-encoder says before it
// is quantised, without an engine. One line a sample: its id, and a probability for each candidate, as they stand in the file.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from '../../src/core/domain/pool.ts';
import type { CrossEncoder } from '../../src/core/domain/ports.ts';
import type { ListwiseSample } from './listwise-sample.ts';
import { candidateNumber } from './sample-pool.ts';

export type KnownScores = {
  readonly info: CrossEncoder['info'];
  readonly byId: ReadonlyMap<string, readonly number[]>;
};

export async function readKnownScores(path: string): Promise<KnownScores> {
  const text = await readFile(path, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  // SAFETY: the recipe's scorer wrote the file; a sample without its scores is refused when it is used.
  const rows = lines.map((line) => JSON.parse(line) as { readonly id: string; readonly scores: readonly number[] });
  return {
    info: { modelId: 'recipe scores', modelHash: createHash('sha256').update(text).digest('hex') },
    byId: new Map(rows.map(({ id, scores }) => [id, scores])),
  };
}

/** A cross-encoder that knows one sample's pool and nothing else. @throws Error when its scores are not in the file */
export function knownCrossEncoder({ info, byId }: KnownScores, sample: ListwiseSample, pool: Pool): CrossEncoder {
  const scores = byId.get(sample.id);
  if (scores?.length !== sample.candidates.length) throw new Error(`there are no scores for ${sample.id}`);
  // The strategies score the pool in its order, near-duplicates left out.
  const asked = pool.candidates.filter(({ duplicateOf }) => duplicateOf === null);
  return {
    info,
    score: async (_, passages) => {
      if (passages.length !== asked.length) throw new Error(`${passages.length} passages are asked for, not the pool`);
      return Float32Array.from(asked, ({ passage }) => scores[candidateNumber(passage.id) - 1] ?? 0);
    },
  };
}
