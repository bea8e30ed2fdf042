import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Passage } from '../../domain/passage.ts';
import { defaultBm25 } from './bm25-parameters.ts';
import { createSearchIndex } from './create-search-index.ts';
import type { IndexSettings, SearchIndex } from './search-index.ts';

const settings: IndexSettings = {
  chunking: 'test/1',
  embedder: { modelId: 'none', modelHash: '0', dimension: 4 },
};

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

function indexOf(documents: readonly (readonly string[])[]): SearchIndex {
  const index = createSearchIndex(settings);
  for (const [place, texts] of documents.entries()) index.addPassages('', passagesOf(`d${place}`, texts));
  return index;
}

const found = (index: SearchIndex, typed: string): string[] =>
  index.searchTyped(typed, 100).hits.map(({ passageId }) => passageId);
const marked = (index: SearchIndex, typed: string, text: string): string[] =>
  index
    .markTyped(typed)(text)
    .map(({ start, end }) => text.slice(start, end));

describe('a word that is being typed', () => {
  const words =
    'hibernation relational studies organization happiness conditionally tenancy running categories résumé generously 2019';

  it.each(words.split(' '))('finds and marks %s from its first letter to its last', (word) => {
    const text = `Here is ${word} indeed`;
    const index = indexOf([[text, 'quick brown foxes'], ['lazy dogs']]);
    for (let length = 1; length <= word.length; length++) {
      const typed = word.slice(0, length);
      expect([typed, found(index, typed).includes('d0:0')]).toEqual([typed, true]);
      expect([typed, marked(index, typed, text).includes(word)]).toEqual([typed, true]);
    }
  });

  it('does not find what only begins like a part of it', () => {
    const index = indexOf([['The cat sat.'], ['A category of its own']]);
    expect(found(index, 'catego')).toEqual(['d1:0']);
  });

  it('is whole once something follows it', () => {
    const index = indexOf([['rental car', 'rent due', 'renting out']]);
    expect(found(index, 'rent').toSorted()).toEqual(['d0:0', 'd0:1', 'd0:2']);
    expect(found(index, 'rent ').toSorted()).toEqual(['d0:1', 'd0:2']);
    expect(marked(index, 'rent ', 'rental, rent, renting')).toEqual(['rent', 'renting']);
  });

  it('counts as one word, however many words it may become', () => {
    const index = indexOf([['deposit deposit note', 'depa depb depc depd', 'other'], ['deposit on the key']]);
    // One passage has every completion; the word before it decides all the same.
    expect(found(index, 'key dep')[0]).toBe('d1:0');
  });

  it('leaves function words out, unless they are all there is', () => {
    const index = indexOf([['the rent is due', 'the end']]);
    expect(found(index, 'the re')).toEqual(['d0:0']);
    expect(found(index, 'how do I re')).toEqual(['d0:0']);
    expect(found(index, 'the ').toSorted()).toEqual(['d0:0', 'd0:1']);
  });

  it('finds nothing without a letter or digit', () => {
    const index = indexOf([['the rent is due']]);
    for (const typed of ['', '  ', '?!', '—']) expect(index.searchTyped(typed, 5)).toEqual({ hits: [], matchCount: 0 });
  });

  it('of a script without spaces is found by its pairs, and marked where it stands', () => {
    const index = indexOf([['我住在東京都。', '東の門'], ['京都府']]);
    expect(found(index, '東京')).toEqual(['d0:0']);
    expect(marked(index, '東京', '東の東京都と京都')).toEqual(['東京']);
    expect(marked(index, '東京都', '東の東京都と京都')).toEqual(['東京都', '京都']);
  });

  it('marks both halves of a word that is written in two', () => {
    const index = indexOf([['Send an e-mail today.']]);
    expect(marked(index, 'email ', 'Send an e-mail today.')).toEqual(['e-mail']);
    expect(marked(index, 'mai', 'Send an e-mail today.')).toEqual(['mail']);
  });
});

const word = fc.constantFrom('ab', 'abc', 'abd', 'b', 'bcd', 'cd', 'd', 'da', 'dab');
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const documents = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
const scope = fc.uniqueArray(
  fc.nat(9).map((place) => `d${place}`),
  { maxLength: 6 },
);
/** Some of the documents go again. */
const removals = fc.uniqueArray(fc.nat(7), { maxLength: 3 });

function changedIndex(texts: readonly (readonly string[])[], gone: readonly number[]) {
  const index = indexOf(texts);
  const removed = gone.filter((place) => place < texts.length);
  for (const place of removed) index.removeDocument(`d${place}`);
  const living = texts.flatMap((passages, place) =>
    removed.includes(place)
      ? []
      : passages.map((passage, row) => ({ id: `d${place}:${row}`, words: passage.split(' ') })),
  );
  return { index, living };
}

/** BM25 by its formula, in 64 bits; the last word stands for all that begin with it. */
function oracle(living: readonly { readonly id: string; readonly words: readonly string[] }[], typed: string) {
  const asked = typed.split(' ');
  const average = living.reduce((sum, { words }) => sum + words.length, 0) / living.length;
  const countIn = (words: readonly string[], place: number): number =>
    words.filter((other) =>
      place === asked.length - 1 ? other.startsWith(asked[place] ?? '') : other === asked[place],
    ).length;
  const scores = new Map<string, number>();
  for (const { id, words } of living) {
    for (const place of asked.keys()) {
      const count = countIn(words, place);
      if (count === 0) continue;
      const df = living.filter((other) => countIn(other.words, place) > 0).length;
      const idf = Math.log(1 + (living.length - df + 0.5) / (df + 0.5));
      const norm = 1 - defaultBm25.b + (defaultBm25.b * words.length) / average;
      scores.set(id, (scores.get(id) ?? 0) + (idf * count) / (count + defaultBm25.k1 * norm));
    }
  }
  return scores;
}

describe('a search as one types', () => {
  it('scores like the formula, after adds and removals', () => {
    fc.assert(
      fc.property(documents, removals, text, (texts, gone, typed) => {
        const { index, living } = changedIndex(texts, gone);
        const expected = oracle(living, typed);
        const { hits, matchCount } = index.searchTyped(typed, 1000);
        expect(matchCount).toBe(expected.size);
        expect(hits.map(({ passageId }) => passageId).toSorted()).toEqual([...expected.keys()].toSorted());
        for (const { passageId, score } of hits) expect(score).toBeCloseTo(expected.get(passageId) ?? -1, 4);
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
      }),
    );
  });

  it('marks a word in every passage found, and in no other', () => {
    fc.assert(
      fc.property(documents, text, (texts, typed) => {
        const index = indexOf(texts);
        const marks = index.markTyped(typed);
        const ids = new Set(found(index, typed));
        for (const [place, passages] of texts.entries()) {
          for (const [row, passage] of passages.entries()) {
            expect(marks(passage).length > 0).toBe(ids.has(`d${place}:${row}`));
          }
        }
      }),
    );
  });
});

describe('a restricted search', () => {
  it('gives what the whole search gives, less what is outside, by words, typed words and vectors', () => {
    fc.assert(
      fc.property(
        documents,
        removals,
        scope,
        text,
        fc.integer({ min: 1, max: 8 }),
        (texts, gone, ids, asked, limit) => {
          const { index } = changedIndex(texts, gone);
          const vectorOf = (place: number, row: number) => {
            const vector = Float32Array.of(1 + place, 1 + row, place - row, 1);
            const length = Math.hypot(...vector);
            return vector.map((part) => part / length);
          };
          for (const id of index.documentIds()) {
            const place = Number(id.slice(1));
            for (const row of (texts[place] ?? []).keys()) index.setVectors(id, row, vectorOf(place, row));
          }
          const inside = index.within(ids);
          const isInside = ({ passageId }: { passageId: string }) => ids.includes(passageId.split(':')[0] ?? '');
          const cut = <Hit extends { passageId: string }>(hits: readonly Hit[]) =>
            hits.filter(isInside).slice(0, limit);

          expect(inside.searchBm25(asked, limit)).toEqual(cut(index.searchBm25(asked, 1000)));
          const typed = index.searchTyped(asked, 1000).hits;
          expect(inside.searchTyped(asked, limit)).toEqual({
            hits: cut(typed),
            matchCount: typed.filter(isInside).length,
          });
          const query = vectorOf(2, 3);
          expect(inside.searchDense(query, limit)).toEqual(cut(index.searchDense(query, 1000)));
        },
      ),
    );
  });

  it('of no document finds nothing', () => {
    const none = indexOf([['rent']]).within([]);
    expect(none.searchTyped('rent', 5)).toEqual({ hits: [], matchCount: 0 });
    expect(none.searchBm25('rent', 5)).toEqual([]);
  });
});
