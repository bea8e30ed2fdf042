import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { chooseThreshold, type ScoredSample } from './choose-threshold.ts';
import { taughtCrossEncoder } from './cross-encoder-fold.ts';
import { readWhole, requireText } from './options.ts';
import { readRecords } from './run-folder.ts';
import { cacheFolder, selectSplit } from './select-split.ts';

/**
 * `threshold`: chooses the cross-encoder's threshold on training samples, never on those of the evaluation, and of them
 * only on those that the cross-encoder has not learned from: on its own it is surer than on new ones.
 */
export async function evaluateThreshold(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: 'string' },
      samples: { type: 'string', default: '400' },
      scores: { type: 'string' },
      out: { type: 'string', default: join(cacheFolder, 'threshold') },
      threads: { type: 'string', default: '1' },
    },
  });
  const folder = values.out;
  await selectSplit({
    data: requireText(values.data, '--data'),
    split: 'train',
    strategy: 'cross-encoder@0',
    engine: 'none',
    modelId: null,
    orderSeed: null,
    scoresPath: values.scores ?? null,
    threads: readWhole(values.threads, '--threads'),
    sampleCount: readWhole(values.samples, '--samples'),
    folder,
    isUsable: ({ id }) => !taughtCrossEncoder(id),
  });
  const { threshold, f1, exact } = chooseThreshold(readRecords<SelectionRecord>(folder).map(scoredSample));
  console.log(
    `\nthreshold ${threshold}: set F1 ${f1.toFixed(3)}, exact ${exact.toFixed(3)} on these training samples.`,
  );
  console.log(`Use it as --strategy cross-encoder-threshold@${threshold}`);
}

function scoredSample({ pool, probabilities, rightSets }: SelectionRecord): ScoredSample {
  const scored = pool.flatMap((number, place) => {
    const probability = probabilities[place] ?? null;
    return probability === null ? [] : [{ number, probability }];
  });
  return { scored, rightSets };
}
