import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Passage } from '../../domain/passage.ts';
import { type Bm25Parameters, type Bm25Variant, defaultBm25 } from './bm25-parameters.ts';
import { createSearchIndex } from './create-search-index.ts';
import bm25s from './fixtures/bm25s.json' with { type: 'json' };
import { queryWords } from './query-words.ts';
import type { IndexSettings, SearchIndex } from './search-index.ts';
import { termsOfWord } from './terms-of-word.ts';
import { wordsOf } from './tokenise.ts';

const settings: IndexSettings = {
  chunking: 'test/1',
  embedder: { modelId: 'none', modelHash: '0', dimension: 4 },
};

const english = { id: 'none', languages: new Set<string>(), stem: (_: string, word: string) => word };
const termsOf = (text: string): string[] => wordsOf(text).flatMap((word) => termsOfWord(word, 'en', english));

function passagesOf(documentId: string, texts: readonly string[]): Passage[] {
  return texts.map((text, ordinal) => ({
    id: `${documentId}:${ordinal}`,
    documentId,
    ordinal,
    span: { start: 0, end: text.length },
    text,
    headingPath: [],
    pages: null,
    sentences: [{ start: 0, end: text.length }],
  }));
}

describe('BM25 against bm25s 0.3.16', () => {
  it.each(bm25s.runs.map((run) => [`${run.variant} k1=${run.k1} b=${run.b} delta=${run.delta}`, run] as const))(
    'gives the same scores: %s',
    (_, { scores, ...rest }) => {
      const parameters = { ...rest, variant: rest.variant as Bm25Variant };
      // In several documents, and so in several segments.
      const index = createSearchIndex(settings);
      const idOf: string[] = [];
      for (let start = 0; start < bm25s.passages.length; start += 37) {
        const passages = passagesOf(`d${start}`, bm25s.passages.slice(start, start + 37));
        index.addPassages('', passages);
        idOf.push(...passages.map(({ id }) => id));
      }
      let compared = 0;
      for (const [q, query] of bm25s.queries.entries()) {
        const ours = new Map(index.searchBm25(query, 1000, parameters).map((hit) => [hit.passageId, hit.score]));
        for (const [p, id] of idOf.entries()) {
          const expected = scores[q]?.[p] ?? Number.NaN;
          expect(Math.abs((ours.get(id) ?? 0) - expected)).toBeLessThan(1e-5 * Math.max(1, expected));
          if (expected > 0) compared++;
        }
      }
      expect(compared).toBeGreaterThan(1000);
    },
  );
});

/** BM25 by its formula, in 64 bits, over all passages. */
function oracle(
  passages: readonly { readonly id: string; readonly terms: readonly string[] }[],
  question: string,
  { variant, k1, b, delta }: Bm25Parameters,
): Map<string, number> {
  const n = passages.length;
  const average = passages.reduce((sum, { terms }) => sum + terms.length, 0) / n;
  const scores = new Map<string, number>();
  for (const { id, terms } of passages) {
    const norm = 1 - b + (b * terms.length) / average;
    for (const term of queryWords(question, ['en'], english).flatMap(({ terms }) => terms)) {
      const tf = terms.filter((other) => other === term).length;
      if (tf === 0) continue;
      const df = passages.filter((passage) => passage.terms.includes(term)).length;
      const c = tf / norm;
      const score = {
        lucene: Math.log(1 + (n - df + 0.5) / (df + 0.5)) * (tf / (k1 * norm + tf)),
        'bm25+': Math.log((n + 1) / df) * (((k1 + 1) * tf) / (k1 * norm + tf) + delta),
        bm25l: (Math.log((n + 1) / (df + 0.5)) * (k1 + 1) * (c + delta)) / (k1 + c + delta),
      }[variant];
      scores.set(id, (scores.get(id) ?? 0) + score);
    }
  }
  return scores;
}

const word = fc.constantFrom(...'abcdefghij');
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const texts = fc.array(text, { minLength: 1, maxLength: 6 });
const parameters = fc.record({
  variant: fc.constantFrom('lucene', 'bm25+', 'bm25l'),
  k1: fc.double({ min: 0, max: 3, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
  delta: fc.double({ min: 0, max: 2, noNaN: true }),
}) satisfies fc.Arbitrary<Bm25Parameters>;
/** Adds the texts as one document, or removes the n-th document that is there. */
const change = fc.oneof({ weight: 3, arbitrary: texts }, { weight: 2, arbitrary: fc.nat(20) });

describe('BM25 in a changing index', () => {
  it('scores like the formula, and exactly like a fresh index, after any adds, removals and merges', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), text, parameters, (changes, question, bm25) => {
        const index = createSearchIndex(settings);
        const living = new Map<string, readonly string[]>();
        let serial = 0;
        for (const step of changes) {
          if (typeof step === 'number') {
            const id = [...living.keys()][step];
            if (id === undefined) continue;
            index.removeDocument(id);
            living.delete(id);
          } else {
            const id = `d${serial++}`;
            index.addPassages('', passagesOf(id, step));
            living.set(id, step);
          }
        }
        const fresh = createSearchIndex(settings);
        for (const [id, step] of living) fresh.addPassages('', passagesOf(id, step));

        const hits = index.searchBm25(question, 10_000, bm25);
        expect(hits).toEqual(fresh.searchBm25(question, 10_000, bm25));
        expect(hits.slice(0, 3)).toEqual(index.searchBm25(question, 3, bm25));

        const all = [...living].flatMap(([id, step]) => passagesOf(id, step));
        const expected = oracle(
          all.map((passage) => ({ id: passage.id, terms: termsOf(passage.text) })),
          question,
          bm25,
        );
        expect(new Set(hits.map(({ passageId }) => passageId))).toEqual(new Set(expected.keys()));
        for (const { passageId, score } of hits) {
          const wanted = expected.get(passageId) ?? Number.NaN;
          expect(Math.abs(score - wanted)).toBeLessThan(1e-5 * Math.max(1, wanted));
        }
        expect(index.stats()).toMatchObject({ documentCount: living.size, passageCount: all.length });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the number of segments logarithmic', () => {
    const index = createSearchIndex(settings);
    for (let i = 0; i < 500; i++) index.addPassages('', passagesOf(`d${i}`, ['one', 'two', 'three']));
    expect(index.stats().segmentCount).toBeLessThanOrEqual(10);
    expect(index.searchBm25('two', 1000)).toHaveLength(500);
  });

  it('finds a document again that was removed and added', () => {
    const index = createSearchIndex(settings);
    const add = (): void => index.addPassages('', passagesOf('d', ['alpha', 'beta']));
    add();
    index.addPassages('', passagesOf('e', ['alpha', 'gamma', 'delta', 'epsilon', 'zeta']));
    index.removeDocument('d');
    expect(index.searchBm25('beta', 5)).toEqual([]);
    add();
    expect(index.searchBm25('beta', 5).map((hit) => hit.passageId)).toEqual(['d:1']);
  });
});

describe('what is searched', () => {
  const index: SearchIndex = createSearchIndex(settings);
  index.addPassages('Lease-2024.pdf', [
    { ...(passagesOf('a', ['It is due on the first of the month.'])[0] as Passage), headingPath: ['Terms', 'Rent'] },
  ]);
  index.addPassages('notes.md', passagesOf('b', ['Nothing of that kind.']));

  it('includes headings and the document name, without its ending', () => {
    expect(index.searchBm25('rent', 5).map((hit) => hit.passageId)).toEqual(['a:0']);
    expect(index.searchBm25('lease 2024', 5).map((hit) => hit.passageId)).toEqual(['a:0']);
    expect(index.searchBm25('pdf', 5)).toEqual([]);
  });

  it('shows the terms, and none for a question without words', () => {
    expect(index.queryTerms('When is the rent due, the RENT?')).toEqual(['rent', 'due']);
    expect(index.queryTerms('Who is it?')).toEqual(['who', 'is', 'it']);
    expect(index.queryTerms('?!')).toEqual([]);
    expect(index.searchBm25('?!', 5)).toEqual([]);
    expect(index.searchBm25('rent', 0)).toEqual([]);
  });

  it('refuses what would be wrong', () => {
    expect(() => index.addPassages('x', [])).toThrow(expect.objectContaining({ code: 'document-empty' }));
    expect(() => index.addPassages('x', passagesOf('a', ['again']))).toThrow(
      expect.objectContaining({ code: 'document-duplicate' }),
    );
    expect(() => index.removeDocument('zzz')).toThrow(expect.objectContaining({ code: 'document-not-found' }));
    expect(() => index.addPassages('x', passagesOf('c', ['1', '2']).toReversed())).toThrow(/ordinal 1 at position 0/);
    expect(() => index.searchBm25('rent', 5, { ...defaultBm25, b: 2 })).toThrow(/b is 2/);
  });
});
