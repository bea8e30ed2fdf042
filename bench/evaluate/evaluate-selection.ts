import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSamples } from './listwise-sample.ts';
import { loadCrossEncoder, noCrossEncoder } from './load-cross-encoder.ts';
import { loadModel } from './load-model.ts';
import { readEngine, readWhole, requireText } from './options.ts';
import { reportSelection } from './report-selection.ts';
import { runSelection } from './run-selection.ts';
import { describeStart } from './run-start.ts';
import { asksCrossEncoder, parseStrategy } from './strategy-name.ts';
import { takeShare } from './take-share.ts';

const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

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
      out: { type: 'string' },
    },
  });
  const data = requireText(values.data, '--data');
  const strategy = requireText(values.strategy, '--strategy');
  const choice = parseStrategy(strategy);
  const engine = readEngine(values.engine);
  const read = await readSamples(join(data, `${values.split}.jsonl.gz`));
  const usable = read.samples.filter(({ kind }) => kind !== 'partial');
  const samples = takeShare(
    usable,
    values.samples === undefined ? usable.length : readWhole(values.samples, '--samples'),
  );
  const folder = values.out ?? join('.cache/evaluate', `selection-${strategy}`);

  const threads = readWhole(values.threads, '--threads');
  const { model, dispose } = await loadModel({ engine, modelId: values.model ?? null, threads });
  const scorer = asksCrossEncoder(choice) ? await loadCrossEncoder(threads) : null;
  try {
    const crossEncoder = scorer?.crossEncoder ?? noCrossEncoder;
    const info = model.info();
    await runSelection({
      samples,
      choice,
      folder,
      start: describeStart(),
      ports: { model, crossEncoder, clock, distilledPrompt: null },
      settings: {
        command: 'selection',
        strategy,
        split: values.split,
        dataSha256: read.sha256,
        sampleCount: samples.length,
        partialLeftOut: read.samples.length - usable.length,
        engine,
        variant: info.variant,
        model: info.modelId,
        modelHash: info.modelHash,
        crossEncoderHash: crossEncoder.info.modelHash,
      },
    });
  } finally {
    await dispose();
    await scorer?.dispose();
  }
  reportSelection(folder);
}
