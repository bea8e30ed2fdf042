import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEngine, readWhole, requireText } from './options.ts';
import { reportSelection } from './report-selection.ts';
import { cacheFolder, selectSplit } from './select-split.ts';

/** `selection`: runs a strategy over the eval split, then prints the table of the run. */
export async function evaluateSelection(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: 'string' },
      split: { type: 'string', default: 'eval' },
      strategy: { type: 'string' },
      engine: { type: 'string', default: 'none' },
      model: { type: 'string' },
      threads: { type: 'string', default: '1' },
      samples: { type: 'string' },
      order: { type: 'string' },
      scores: { type: 'string' },
      out: { type: 'string' },
      trec: { type: 'boolean', default: false },
    },
  });
  const strategy = requireText(values.strategy, '--strategy');
  const order = values.order === undefined ? '' : `-order-${values.order}`;
  const folder = values.out ?? join(cacheFolder, `selection-${strategy}${order}`);
  await selectSplit({
    data: requireText(values.data, '--data'),
    split: values.split,
    strategy,
    engine: readEngine(values.engine),
    modelId: values.model ?? null,
    threads: readWhole(values.threads, '--threads'),
    sampleCount: values.samples === undefined ? null : readWhole(values.samples, '--samples'),
    orderSeed: values.order === undefined ? null : readWhole(values.order, '--order'),
    scoresPath: values.scores ?? null,
    folder,
    isUsable: () => true,
  });
  reportSelection(folder, values.trec);
}
