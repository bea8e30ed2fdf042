import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Passage } from '../../src/core/domain/passage.ts';
import { collectionsOf, takeOfEach } from './collection.ts';
import { formatText } from './format-table.ts';
import type { ListwiseSample } from './listwise-sample.ts';
import { multilingualCollection } from './multilingual-collection.ts';
import { rankCollection, textsToEmbed } from './rank-collection.ts';
import { retrievalTable } from './retrieval-table.ts';
import { openVectorCache, type VectorCache } from './vector-cache.ts';

const candidate = (text: string, title = '') => ({ title, text });

function sample(id: string, source: string, change: Partial<ListwiseSample>): ListwiseSample {
  return { id, source, kind: 'full', question: `${id}?`, candidates: [], rightSets: [[]], answers: [], ...change };
}

const samples = [
  sample('1', 's', { candidates: [candidate('a'), candidate('b', 'B')], rightSets: [[2], [1, 2]] }),
  sample('2', 's', { candidates: [candidate('b', 'B'), candidate('b')], rightSets: [[2]] }),
  sample('3', 's', { kind: 'none_native', candidates: [candidate('c')] }),
  sample('4', 't', { candidates: [candidate('a')], rightSets: [[1]] }),
];

describe('collectionsOf', () => {
  const [s, t] = collectionsOf(samples);

  it('merges the candidates of a source, equal ones once, those of samples where nothing helps too', () => {
    const passages = s?.documents.flatMap((document) => document.passages) ?? [];
    expect(passages.map(({ id, headingPath, text }) => [id, headingPath, text])).toEqual([
      ['s:0', [], 'a'],
      ['s:1', ['B'], 'b'],
      ['s:2', [], 'b'],
      ['s:3', [], 'c'],
    ]);
    expect(t?.documents.flatMap((document) => document.passages)).toHaveLength(1);
  });

  it('asks what can be answered, with every right set’s passages as relevant', () => {
    expect(s?.questions.map(({ id, relevant }) => [id, [...relevant].sort()])).toEqual([
      ['1', ['s:0', 's:1']],
      ['2', ['s:2']],
    ]);
  });

  it('takes so many of each source, the same ones in any order', () => {
    expect(takeOfEach(samples, 5)).toHaveLength(4);
    const ids = (list: readonly ListwiseSample[]) => takeOfEach(list, 1).map(({ id }) => id);
    expect(ids(samples)).toHaveLength(2);
    expect(ids(samples.toReversed()).sort()).toEqual(ids(samples).sort());
  });
});

describe('openVectorCache', () => {
  it('keeps vectors from run to run, and cuts off what was being written', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'winnow-')), 'deep', 'vectors.bin');
    const first = openVectorCache(path, 3);
    const vector = Float32Array.from([1, -0.5, 1e-9]);
    first.add('a', vector);
    vector.fill(0);
    first.add('ü', Float32Array.from([4, 5, 6]));
    appendFileSync(path, Buffer.alloc(17));
    const second = openVectorCache(path, 3);
    expect(second.get('a')).toEqual(Float32Array.from([1, -0.5, 1e-9]));
    expect(second.get('b')).toBeUndefined();
    second.add('b', Float32Array.from([7, 8, 9]));
    const third = openVectorCache(path, 3);
    expect(['a', 'ü', 'b'].map((text) => third.get(text)?.[0])).toEqual([1, 4, 7]);
    expect(() => third.add('c', new Float32Array(2))).toThrow('2 numbers, not 3');
  });
});

/** Vectors that know which passage answers which question, or the opposite. */
function knowingVectors(answersFirst: boolean): VectorCache {
  const { documents, questions } = multilingualCollection();
  const places = new Map<string, number>();
  const passages = documents.flatMap((document): readonly Passage[] => document.passages);
  for (const [place, { text }] of passages.entries()) places.set(text, place);
  for (const { text, relevant } of questions) {
    places.set(
      text,
      passages.findIndex(({ id }) => relevant.has(id)),
    );
  }
  return {
    get: (text) => {
      const angle = ((places.get(text) ?? 0) * Math.PI) / passages.length;
      const isQuestion = !passages.some((passage) => passage.text === text);
      const sign = isQuestion && !answersFirst ? -1 : 1;
      return Float32Array.from([sign * Math.cos(angle), sign * Math.sin(angle)]);
    },
    add: () => undefined,
  };
}

const info = { modelId: 'test', modelHash: 'test', dimension: 2, maxTokens: 9 };

describe('rankCollection', () => {
  it('embeds every passage and question', () => {
    expect(new Set(textsToEmbed(multilingualCollection())).size).toBe(13 * (6 + 4));
  });

  it('scores each retriever by itself, and both together', async () => {
    const right = await rankCollection(multilingualCollection(), knowingVectors(true), info);
    const wrong = await rankCollection(multilingualCollection(), knowingVectors(false), info);
    const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(right).toHaveLength(52);
    expect(meanOf(right.map(({ scores }) => scores.dense.ndcgAt10))).toBe(1);
    expect(meanOf(wrong.map(({ scores }) => scores.dense.ndcgAt10))).toBeLessThan(0.1);
    const lexical = meanOf(right.map(({ scores }) => scores.bm25.ndcgAt10));
    expect(meanOf(wrong.map(({ scores }) => scores.bm25.ndcgAt10))).toBe(lexical);
    expect(meanOf(right.map(({ scores }) => scores.hybrid.ndcgAt10))).toBeGreaterThan(lexical);
  });

  // Before words were stemmed by their language, four of the thirteen: .715 on average.
  it('finds by words alone what was asked in other forms of them', async () => {
    const ranked = await rankCollection(multilingualCollection(), knowingVectors(true), info);
    const byWords = ranked.map(({ group, scores }) => ({ group, value: scores.bm25.ndcgAt10 }));
    const mean = byWords.reduce((sum, { value }) => sum + value, 0) / byWords.length;
    expect(mean).toBeGreaterThan(0.92);
    for (const language of ['de', 'en', 'fr', 'it', 'pt', 'ru', 'sv', 'tr', 'ar']) {
      const ofLanguage = byWords.filter(({ group }) => group === language).map(({ value }) => value);
      expect([language, ...ofLanguage]).toEqual([language, 1, 1, 1, 1]);
    }
  });
});

it('tells each group’s means, and what fusion gains over its better half', () => {
  const score = (value: number) => ({ recallAt20: value, ndcgAt10: value });
  const question = (id: string, group: string, [bm25, dense, hybrid]: readonly [number, number, number]) => {
    return { id, group, scores: { bm25: score(bm25), dense: score(dense), hybrid: score(hybrid) } };
  };
  const table = retrievalTable([
    question('1', 'x', [1, 0, 1]),
    question('2', 'x', [0.5, 1, 1]),
    question('3', 'y', [0, 0.5, 0.25]),
  ]);
  expect(table.rows.map((row) => row.slice(0, 8))).toEqual([
    ['x', '2', '.750', '.500', '1.000', '.750', '.500', '1.000'],
    ['y', '1', '.000', '.500', '.250', '.000', '.500', '.250'],
    ['mean of groups', '3', '.375', '.500', '.625', '.375', '.500', '.625'],
  ]);
  expect(table.rows.map((row) => row[8]?.split(' ')[0])).toEqual(['.250', '-.250', '']);
  expect(formatText(table)).toContain('hybrid − better half');
});
