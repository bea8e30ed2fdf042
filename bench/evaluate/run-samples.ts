import type { ListwiseSample } from './listwise-sample.ts';
import { createProgress } from './progress.ts';
import { openRun, type RunSettings } from './run-folder.ts';
import { describeStart } from './run-start.ts';

export type SampleRun<Result extends { readonly id: string }> = {
  readonly samples: readonly ListwiseSample[];
  readonly folder: string;
  readonly settings: RunSettings;
  readonly run: (sample: ListwiseSample) => Promise<Result>;
  /** Takes a line about how far the run is. */
  readonly tell: (line: string) => void;
};

/** Runs what the folder does not hold yet, one line a sample. @throws Error when the folder holds another run */
export async function runSamples<Result extends { readonly id: string }>(run: SampleRun<Result>): Promise<void> {
  const { samples, folder } = run;
  const { done, append } = openRun<Result>(folder, run.settings, describeStart());
  const left = samples.filter(({ id }) => !done.has(id));
  const progress = createProgress(samples.length - left.length, samples.length, (line) =>
    run.tell(`${folder}: ${line}`),
  );
  for (const sample of left) {
    append(await run.run(sample));
    progress.step();
  }
}
