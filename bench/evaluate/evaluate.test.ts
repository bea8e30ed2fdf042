import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnswerRecord } from '../../src/core/evaluation/answer-record.ts';
import type { SelectionRecord } from '../../src/core/evaluation/selection-record.ts';
import { summariseAnswers } from '../../src/core/evaluation/summarise-answers.ts';
import { summariseSelections } from '../../src/core/evaluation/summarise-selections.ts';
import { compileConstraint } from '../../src/core/query/selection/compile-constraint.ts';
import { createScriptedLanguageModel } from '../../src/engines/scripted-language-model.ts';
import { answerSample } from './answer-sample.ts';
import { compareRuns } from './compare-runs.ts';
import { floorNames } from './floors/floor-choice.ts';
import { type ListwiseSample, readSamples } from './listwise-sample.ts';
import { noCrossEncoder } from './load-cross-encoder.ts';
import { asksQuestion } from './question-sources.ts';
import { readRecords } from './run-folder.ts';
import { runSamples } from './run-samples.ts';
import { selectSample } from './select-sample.ts';
import { parseStrategy } from './strategy-name.ts';

const { samples } = await readSamples(join(import.meta.dirname, 'fixtures/eval.jsonl.gz'));
const scratch = mkdtempSync(join(tmpdir(), 'winnow-evaluate-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Keeps the second and the first passage of every window; cites the first source. */
const model = createScriptedLanguageModel({
  compileConstraint,
  now: () => 0,
  reply: (prompt) => (prompt.includes('[0]') ? '[2] [1]' : 'It is said there [1].'),
});
const clock = { nowMs: () => 0, monotonicMs: () => 0 };
const ports = { model, crossEncoder: noCrossEncoder, clock, orderSeed: null };

const tell = () => {};

function select(strategy: string, folder: string, chosen: readonly ListwiseSample[] = samples): Promise<void> {
  const choice = parseStrategy(strategy);
  const settings = { command: 'selection', strategy, sampleCount: chosen.length };
  return runSamples({ samples: chosen, folder, settings, run: (sample) => selectSample(sample, choice, ports), tell });
}

describe('floors agree with the data’s own script on the fixture', () => {
  // Printed by that script: set exact match, set F1, precision and recall of none.
  const expected: Readonly<Record<string, readonly [number, number, number, number]>> = {
    'floor-none': [0.267, 0.267, 0.27, 1],
    'floor-all': [0, 0.279, 0, 0],
    'floor-top@1': [0.233, 0.428, 0, 0],
    'floor-top@2': [0.167, 0.463, 0, 0],
    'floor-top@3': [0, 0.429, 0, 0],
    'floor-over-share@0.7': [0.233, 0.479, 0, 0],
    'floor-top-2-over@4': [0.367, 0.48, 0.39, 0.88],
    'floor-size-known': [0.667, 0.838, 1, 1],
  };

  it.each(floorNames)('%s', async (name) => {
    const records = await Promise.all(samples.map((sample) => selectSample(sample, parseStrategy(name), ports)));
    const { exact, f1, nonePrecision, noneRecall } = summariseSelections(records);
    const [wantedExact, wantedF1, wantedPrecision, wantedRecall] = expected[name] ?? [-1, -1, -1, -1];
    expect(exact.mean.toFixed(3)).toBe(wantedExact.toFixed(3));
    expect(f1.mean.toFixed(3)).toBe(wantedF1.toFixed(3));
    expect((nonePrecision?.mean ?? 0).toFixed(2)).toBe(wantedPrecision.toFixed(2));
    expect((noneRecall?.mean ?? 0).toFixed(2)).toBe(wantedRecall.toFixed(2));
  });
});

describe('a run', () => {
  it('reads every candidate, whatever the size of the pool', async () => {
    const folder = join(scratch, 'zero-shot');
    await select('zero-shot-adaptive', folder);
    const records = readRecords<SelectionRecord>(folder);
    expect(records.map(({ id }) => id)).toEqual(samples.map(({ id }) => id));
    for (const record of records) {
      expect(record.notReadCount).toBe(0);
      expect(record.pool.toSorted((a, b) => a - b)).toEqual(record.pool.map((_, place) => place + 1));
      // One window: its second and first; several: the same of those that the windows kept.
      if (record.replies.length === 1) expect(record.kept).toEqual([record.pool[1], record.pool[0]]);
      else expect(record.kept.length).toBeGreaterThan(0);
      expect(record.readTokens).toBeGreaterThan(0);
      expect(record.keptTokens).toBeLessThan(record.poolTokens);
    }
    expect(Math.max(...records.map(({ replies }) => replies.length))).toBeGreaterThan(1);
  });

  it('goes on where it stopped, and does a line again that was cut off', async () => {
    const whole = join(scratch, 'whole');
    const broken = join(scratch, 'broken');
    await select('zero-shot-adaptive', whole);
    const settings = { command: 'selection', strategy: 'zero-shot-adaptive', sampleCount: samples.length };
    const choice = parseStrategy('zero-shot-adaptive');
    const asked: string[] = [];
    const run = async (sample: ListwiseSample) => {
      asked.push(sample.id);
      if (asked.length === 8) throw new Error('the machine went away');
      return selectSample(sample, choice, ports);
    };
    await expect(runSamples({ samples, folder: broken, settings, run, tell })).rejects.toThrow('went away');
    appendFileSync(join(broken, 'records.jsonl'), '{"id":"half of a li');
    await runSamples({ samples, folder: broken, settings, run, tell });
    expect(asked).toEqual([...samples.slice(0, 8), ...samples.slice(7)].map(({ id }) => id));
    const textOf = (folder: string) => readFileSync(join(folder, 'records.jsonl'), 'utf8');
    expect(textOf(broken)).toBe(textOf(whole));
  });

  it('is not mixed with another one', async () => {
    const folder = join(scratch, 'mixed');
    await select('identity@1', folder, samples.slice(0, 2));
    await expect(select('identity@2', folder, samples.slice(0, 2))).rejects.toThrow(
      'strategy was "identity@1", is "identity@2"',
    );
  });

  it('stands beside others in one table, with a warning when the samples differ', async () => {
    const [one, two] = [join(scratch, 'one'), join(scratch, 'two')];
    await select('identity@1', one);
    await select('oracle', two, samples.slice(0, 10));
    const { text, markdown } = compareRuns([one, two]);
    expect(text).toMatch(/^identity@1 +30 /m);
    expect(text).toMatch(/^oracle +10 /m);
    expect(markdown).toMatch(/^\| identity@1 \| 30 \|/m);
    expect(text).toContain('WARNING');
    const twice = compareRuns([one, one]).text;
    expect(twice).not.toContain('WARNING');
    expect(twice).toContain('between runs: 1.000 (1.000–1.000)');
  });

  it('is what its questions are answered from', async () => {
    const selected = join(scratch, 'to-answer');
    await select('zero-shot-adaptive', selected);
    const kept = new Map(readRecords<SelectionRecord>(selected).map((record) => [record.id, record]));
    const asking = samples.filter(asksQuestion);
    expect(asking.length).toBe(21);
    const records: AnswerRecord[] = [];
    for (const sample of asking) {
      records.push(await answerSample(sample, kept.get(sample.id)!, { model, clock, maxEvidenceTokens: 4000 }));
    }
    for (const record of records) {
      expect(record).toMatchObject({ outcome: 'answered', text: 'It is said there.' });
      expect(record.shown).toEqual(record.kept);
      // Winnow may add one where the scripted words say too little.
      expect(record.cited[0]).toBe(record.kept[0]);
    }
    const summary = summariseAnswers(records);
    expect(summary).toMatchObject({ sampleCount: 21, answerableCount: 15, unreadableCount: 0 });
    expect(summary.abstentionRecall?.mean).toBe(0);
    expect(summary.evidenceTokens).toBeGreaterThan(0);
  });
});
