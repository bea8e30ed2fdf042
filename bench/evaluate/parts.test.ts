import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { afterAll, describe, expect, it } from 'vitest';
import { wordCrossEncoder } from '../../src/core/domain/cross-encoder-fixture.ts';
import { scoreAgainstSets } from '../../src/core/evaluation/set-metrics.ts';
import { chooseThreshold } from './choose-threshold.ts';
import { formatMarkdown, formatText } from './format-table.ts';
import { knownCrossEncoder } from './known-scores.ts';
import { parseSamples } from './listwise-sample.ts';
import { answerGroups, asksQuestion } from './question-sources.ts';
import { rememberScores } from './remember-scores.ts';
import { candidateNumber, poolOf, shuffledPool } from './sample-pool.ts';
import { parseStrategy } from './strategy-name.ts';
import { takeShare } from './take-share.ts';

const scratch = mkdtempSync(join(tmpdir(), 'winnow-evaluate-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function sampleLine(parts: object): string {
  const candidates = [
    { title: 'St. Gallen', text: 'A town. It has an abbey.' },
    { title: '', text: 'Nothing to see.' },
    { title: 'Abbey', text: 'The abbey was built in 747.' },
  ];
  const whole = { id: 'a', source: 'nq', kind: 'full', query: 'When was the abbey built?', candidates, gold: [3] };
  return JSON.stringify({ ...whole, answers: ['747'], ...parts });
}

describe('parseSamples', () => {
  it('reads right sets and alternatives', () => {
    const [sample] = parseSamples(`${sampleLine({ alt_gold: [[1, 3]] })}\n\n`);
    expect(sample).toMatchObject({ id: 'a', question: 'When was the abbey built?', rightSets: [[3], [1, 3]] });
  });

  it('names the line that is wrong', () => {
    expect(() => parseSamples(`${sampleLine({})}\n${sampleLine({ gold: [4] })}`)).toThrow(
      'line 2 (a): there is no candidate 4',
    );
    expect(() => parseSamples(sampleLine({ query: undefined }))).toThrow('line 1 is no sample');
  });
});

describe('poolOf', () => {
  it('ranks by the app’s BM25 and cuts nothing', async () => {
    const [sample] = parseSamples(sampleLine({}));
    const pool = await poolOf(sample!, { monotonicMs: () => 0 });
    expect(pool.candidates.map(({ passage }) => candidateNumber(passage.id))).toEqual([3, 1, 2]);
    expect(pool.candidates.map(({ bm25 }) => bm25 !== null)).toEqual([true, true, false]);
    const [best] = pool.candidates;
    expect(best?.passage.headingPath).toEqual(['Abbey']);
    expect(pool.candidates[1]?.passage.sentences.length).toBe(2);
  });
});

describe('shuffledPool', () => {
  it('keeps every candidate with its score, in an order of its own', async () => {
    const candidates = Array.from({ length: 12 }, (_, at) => ({ title: '', text: `The abbey number ${at}.` }));
    const [sample] = parseSamples(sampleLine({ candidates }));
    const pool = await poolOf(sample!, { monotonicMs: () => 0 });
    const [one, same, other] = [1, 1, 2].map((seed) => shuffledPool(pool, seed));
    const numbersOf = (some: typeof pool) => some.candidates.map(({ passage }) => candidateNumber(passage.id));
    expect(numbersOf(one!)).not.toEqual(numbersOf(pool));
    expect(numbersOf(same!)).toEqual(numbersOf(one!));
    expect(numbersOf(other!)).not.toEqual(numbersOf(one!));
    expect(one!.candidates.map(({ rank }) => rank)).toEqual(pool.candidates.map(({ rank }) => rank));
    const byId = new Map(pool.candidates.map((candidate) => [candidate.passage.id, candidate]));
    for (const { passage, bm25 } of one!.candidates) expect(bm25).toEqual(byId.get(passage.id)?.bm25);
  });
});

describe('knownCrossEncoder', () => {
  it('gives the pool its scores in pool order, and has none for a sample that it lacks', async () => {
    const [sample] = parseSamples(sampleLine({}));
    const pool = await poolOf(sample!, { monotonicMs: () => 0 });
    const info = { modelId: 'known', modelHash: 'known' };
    const known = { info, byId: new Map([['a', [0.25, 0.5, 0.75]]]) };
    const scores = await knownCrossEncoder(known, sample!, pool).score('', ['', '', '']);
    expect([...scores]).toEqual([0.75, 0.25, 0.5]);
    expect(() => knownCrossEncoder({ info, byId: new Map() }, sample!, pool)).toThrow('no scores for a');
  });
});

describe('takeShare', () => {
  const samples = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 60 })
    .map((sources) => sources.map((source, index) => ({ id: `s${index}`, source })));

  test.prop([samples, fc.integer({ min: 1, max: 70 })])(
    'as many as asked for, of every source its share',
    (all, count) => {
      const taken = takeShare(all, count);
      expect(taken.length).toBe(Math.min(count, all.length));
      expect(taken).toEqual(all.filter((sample) => taken.includes(sample)));
      expect(takeShare(all, count)).toEqual(taken);
      for (const source of ['a', 'b', 'c', 'd']) {
        const shareOf = (some: typeof all) => some.filter((sample) => sample.source === source).length;
        const exact = (Math.min(count, all.length) * shareOf(all)) / all.length;
        expect(Math.abs(shareOf([...taken]) - exact)).toBeLessThan(1);
      }
    },
  );
});

describe('parseStrategy', () => {
  it.each([
    ['identity@5', { id: 'identity', k: 5 }],
    ['cross-encoder-threshold@0.42', { id: 'cross-encoder-threshold', threshold: 0.42 }],
    ['permutation@0', { id: 'permutation', k: 0 }],
    ['zero-shot-adaptive', { id: 'zero-shot-adaptive' }],
    ['floor-top-2-over@4', { id: 'floor-top-2-over', score: 4 }],
  ])('%s', (name, choice) => {
    expect(parseStrategy(name)).toEqual(choice);
  });

  it.each([
    '',
    'identity',
    'identity@',
    'identity@1.5',
    'identity@1@2',
    'oracle@3',
    'cross-encoder-threshold@2',
    'toString@1',
  ])('"%s" is refused', (name) => {
    expect(() => parseStrategy(name)).toThrow('is no strategy');
  });
});

describe('chooseThreshold', () => {
  const hundredth = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);
  const scored = fc.record({
    scored: fc
      .array(hundredth, { maxLength: 5 })
      .map((list) => list.map((probability, at) => ({ number: at + 1, probability }))),
    rightSets: fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 2 }),
  });

  test.prop([fc.array(scored, { minLength: 1, maxLength: 8 })])('no hundredth has a better F1', (samples) => {
    const best = chooseThreshold(samples);
    for (let hundredths = 1; hundredths < 100; hundredths++) {
      let sum = 0;
      for (const { scored: list, rightSets } of samples) {
        const kept = list.filter(({ probability }) => probability >= hundredths / 100).map(({ number }) => number);
        sum += scoreAgainstSets(kept, rightSets).f1;
      }
      expect(sum / samples.length).toBeLessThanOrEqual(best.f1);
    }
  });

  it('needs samples', () => {
    expect(() => chooseThreshold([])).toThrow('needs samples');
  });
});

describe('rememberScores', () => {
  it('asks once, also after a new start, and gives the time back', async () => {
    let ms = 0;
    const clock = { nowMs: () => 0, monotonicMs: () => ms };
    const words = wordCrossEncoder();
    const slow: typeof words = {
      ...words,
      score: (question, passages) => {
        ms += 70;
        return words.score(question, passages);
      },
    };
    for (const start of ['first', 'again']) {
      const remembered = rememberScores(slow, clock, scratch);
      const startMs = remembered.clock.monotonicMs();
      const scores = await remembered.crossEncoder.score('a b', ['a', 'a b', 'c']);
      expect([...scores], start).toEqual([0.5, 1, 0]);
      expect(remembered.clock.monotonicMs() - startMs, start).toBe(70);
    }
    expect(words.seen.length).toBe(3);
    await rememberScores(slow, clock, scratch).crossEncoder.score('a b', ['a', 'a b']);
    expect(words.seen.length).toBe(5);
  });
});

describe('questions', () => {
  const sampleOf = (parts: object) => parseSamples(sampleLine(parts))[0]!;

  it('are those with an answer, or with nothing that helps', () => {
    expect(asksQuestion(sampleOf({}))).toBe(true);
    expect(asksQuestion(sampleOf({ answers: [], gold: [] }))).toBe(true);
    expect(asksQuestion(sampleOf({ answers: [] }))).toBe(false);
    expect(asksQuestion(sampleOf({ source: 'fever', answers: ['SUPPORTS'] }))).toBe(false);
  });

  it('have one answer in several wordings, or several answers', () => {
    expect(answerGroups(sampleOf({ answers: ['747', 'AD 747'] }))).toEqual([['747', 'AD 747']]);
    expect(answerGroups(sampleOf({ source: 'ramdocs', answers: ['Anthrax', 'Joe Jackson'] }))).toEqual([
      ['Anthrax'],
      ['Joe Jackson'],
    ]);
  });
});

describe('tables', () => {
  const table = {
    head: ['', 'F1'],
    rows: [
      ['a|b', '.5'],
      ['c', '.123'],
    ],
  };

  it('stand in columns', () => {
    expect(formatText(table)).toBe('       F1\na|b    .5\nc    .123\n');
  });

  it('are Markdown', () => {
    expect(formatMarkdown(table)).toBe('|  | F1 |\n| --- | ---: |\n| a\\|b | .5 |\n| c | .123 |\n');
  });
});
