import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { defaultQueryOptions } from '../../src/core/pipeline/answer-query.ts';
import { answerSample } from './answer-sample.ts';
import { readSamples } from './listwise-sample.ts';
import { loadModel } from './load-model.ts';
import { systemClock } from './open-scorer.ts';
import { readEngine, readWhole, requireText } from './options.ts';
import { asksQuestion } from './question-sources.ts';
import { reportAnswers } from './report-answers.ts';
import { readRecords, readRunInfo } from './run-folder.ts';
import { runSamples } from './run-samples.ts';
import { takeShare } from './take-share.ts';

/** `answers`: answers the questions among a selection run's samples from what that run kept, and prints the table. */
export async function evaluateAnswers(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: 'string' },
      selection: { type: 'string' },
      engine: { type: 'string', default: 'transformers' },
      model: { type: 'string' },
      threads: { type: 'string', default: '1' },
      'evidence-tokens': { type: 'string', default: String(defaultQueryOptions.maxEvidenceTokens) },
      samples: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const selectionFolder = requireText(values.selection, '--selection');
  const { settings } = readRunInfo(selectionFolder);
  const kept = new Map(readRecords<SelectionRecord>(selectionFolder).map((record) => [record.id, record]));
  const read = await readSamples(join(requireText(values.data, '--data'), `${settings['split']}.jsonl.gz`));
  if (read.sha256 !== settings['dataSha256'])
    throw new Error(`${selectionFolder} was run over other data than ${values.data}`);
  const asking = read.samples.filter((sample) => kept.has(sample.id) && asksQuestion(sample));
  const samples = takeShare(
    asking,
    values.samples === undefined ? asking.length : readWhole(values.samples, '--samples'),
  );
  const maxEvidenceTokens = readWhole(values['evidence-tokens'], '--evidence-tokens');
  const folder = values.out ?? join(selectionFolder, 'answers');

  const engine = readEngine(values.engine);
  const threads = readWhole(values.threads, '--threads');
  const { model, dispose } = await loadModel({ engine, modelId: values.model ?? null, threads });
  try {
    const info = model.info();
    const ports = { model, clock: systemClock, maxEvidenceTokens };
    await runSamples({
      samples,
      folder,
      run: (sample) => {
        const record = kept.get(sample.id);
        if (record === undefined) throw new Error(`${selectionFolder} has no record of ${sample.id}`);
        return answerSample(sample, record, ports);
      },
      tell: (line) => console.error(line),
      settings: {
        ...settings,
        command: 'answers',
        selectionEngine: settings['engine'] ?? null,
        selectionModelHash: settings['modelHash'] ?? null,
        sampleCount: samples.length,
        maxEvidenceTokens,
        engine,
        variant: info.variant,
        model: info.modelId,
        modelHash: info.modelHash,
      },
    });
  } finally {
    await dispose();
  }
  reportAnswers(folder);
}
