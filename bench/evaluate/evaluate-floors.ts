import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareRuns } from './compare-runs.ts';
import { floorNames } from './floors/floor-choice.ts';
import { readWhole, requireText } from './options.ts';
import { cacheFolder, selectSplit } from './select-split.ts';

/** `floors`: what word overlap alone reaches on the eval split. */
export async function evaluateFloors(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: 'string' },
      samples: { type: 'string' },
      out: { type: 'string', default: cacheFolder },
    },
  });
  const folders = floorNames.map((name) => join(values.out, `selection-${name}`));
  for (const [index, strategy] of floorNames.entries()) {
    await selectSplit({
      data: requireText(values.data, '--data'),
      split: 'eval',
      strategy,
      engine: 'none',
      modelId: null,
      orderSeed: null,
      scoresPath: null,
      threads: 1,
      sampleCount: values.samples === undefined ? null : readWhole(values.samples, '--samples'),
      folder: folders[index] ?? '',
      isUsable: () => true,
    });
  }
  console.log(`\n${compareRuns(folders).text}`);
}
