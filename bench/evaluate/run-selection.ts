import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import type { ListwiseSample } from './listwise-sample.ts';
import { createProgress } from './progress.ts';
import { openRun, type RunSettings, type RunStart } from './run-folder.ts';
import { type SelectionPorts, selectSample } from './select-sample.ts';
import type { EvaluatedChoice } from './strategy-name.ts';

export type SelectionRun = {
  readonly samples: readonly ListwiseSample[];
  readonly choice: EvaluatedChoice;
  readonly ports: SelectionPorts;
  readonly folder: string;
  readonly settings: RunSettings;
  readonly start: RunStart;
};

/** Runs what the folder does not hold yet, one line a sample. @throws Error when the folder holds another run */
export async function runSelection(run: SelectionRun): Promise<void> {
  const { samples, choice, ports, folder } = run;
  const { done, append } = openRun<SelectionRecord>(folder, run.settings, run.start);
  const left = samples.filter(({ id }) => !done.has(id));
  const progress = createProgress(folder, samples.length - left.length, samples.length);
  for (const sample of left) {
    append(await selectSample(sample, choice, ports));
    progress.step();
  }
}
