import { join } from 'node:path';
import { type ListwiseSample, readSamples } from './listwise-sample.ts';
import { type EngineOption, loadModel } from './load-model.ts';
import { canScore, openScorer } from './open-scorer.ts';
import { runSamples } from './run-samples.ts';
import { selectSample } from './select-sample.ts';
import { parseStrategy } from './strategy-name.ts';
import { takeShare } from './take-share.ts';

export type SplitRun = {
  /** Folder that holds `<split>.jsonl.gz`. */
  readonly data: string;
  readonly split: string;
  readonly strategy: string;
  readonly engine: EngineOption;
  readonly modelId: string | null;
  readonly threads: number;
  /** Null: all. */
  readonly sampleCount: number | null;
  /** Another order of the candidates than retrieval's; null for retrieval's. */
  readonly orderSeed: number | null;
  /** The recipe's scores in place of the cross-encoder's engine; samples that it lacks are left out. Null: the engine. */
  readonly scoresPath: string | null;
  readonly folder: string;
  /** Samples that may be used at all; `partial` ones never are. */
  readonly isUsable: (sample: ListwiseSample) => boolean;
};

export const cacheFolder = '.cache/evaluate';

/** Loads what the strategy needs and runs it over a split, into the folder. @throws WinnowError of an engine */
export async function selectSplit(run: SplitRun): Promise<void> {
  const { split, strategy, engine, threads } = run;
  const choice = parseStrategy(strategy);
  const read = await readSamples(join(run.data, `${split}.jsonl.gz`));
  const whole = read.samples.filter(({ kind }) => kind !== 'partial');
  const scorer = await openScorer(choice, { scoresPath: run.scoresPath, threads, cacheFolder });
  const usable = whole.filter((sample) => run.isUsable(sample) && canScore(scorer, sample.id));
  const samples = takeShare(usable, run.sampleCount ?? usable.length);

  const { model, dispose } = await loadModel({ engine, modelId: run.modelId, threads });
  try {
    const info = model.info();
    const { crossEncoder, clock } = scorer;
    const ports = { model, crossEncoder, clock, orderSeed: run.orderSeed };
    await runSamples({
      samples,
      folder: run.folder,
      run: (sample) => selectSample(sample, choice, ports),
      tell: (line) => console.error(line),
      settings: {
        command: 'selection',
        strategy,
        split,
        order: run.orderSeed ?? 'bm25',
        dataSha256: read.sha256,
        sampleCount: samples.length,
        partialLeftOut: read.samples.length - whole.length,
        engine,
        variant: info.variant,
        model: info.modelId,
        modelHash: info.modelHash,
        crossEncoder: crossEncoder.info.modelId,
        crossEncoderHash: crossEncoder.info.modelHash,
      },
    });
  } finally {
    await dispose();
    await scorer.dispose();
  }
}
