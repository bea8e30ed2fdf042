// One library in several languages: what a question finds, and what its words weigh.
import { expect, it } from 'vitest';
import { oramaStemmers } from '../../../engines/orama-stemmers.ts';
import type { Passage } from '../../domain/passage.ts';
import { createSearchIndex } from './create-search-index.ts';
import { loadSearchIndex } from './load-search-index.ts';
import type { IndexSettings, SearchIndex } from './search-index.ts';

const embedder = { modelId: 'none', modelHash: '0', dimension: 4 };
const settings: IndexSettings = {
  chunking: 'test/1',
  embedder,
  languages: { stemmers: oramaStemmers, detectorId: 'none' },
};

function add(index: SearchIndex, documentId: string, language: string, texts: readonly string[]): void {
  const passages = texts.map((text, ordinal): Passage => {
    const span = { start: 0, end: text.length };
    return {
      id: `${documentId}:${ordinal}`,
      documentId,
      ordinal,
      span,
      text,
      headingPath: [],
      pages: null,
      sentences: [],
    };
  });
  index.addPassages(
    '',
    passages,
    texts.map(() => language),
  );
}

const found = (index: SearchIndex, question: string): string[] =>
  index.searchBm25(question, 10).map(({ passageId }) => passageId);

function mixed(): SearchIndex {
  const index = createSearchIndex(settings);
  add(index, 'de', 'de', ['Die Mietverträge enden im März.', 'Der Verkäufer haftet.', 'Miller GmbH']);
  add(index, 'en', 'en', ['The contracts end in March.', 'Sellers are liable.', 'Miller Ltd']);
  add(index, 'pl', 'und', ['Umowy kończą się w marcu.']);
  return index;
}

it('finds German by German forms and English by English ones, in one library', () => {
  const index = mixed();
  expect(found(index, 'Welcher Mietvertrag endet?')).toEqual(['de:0']);
  expect(found(index, 'Wofür haften Verkäufern?')).toEqual(['de:1']);
  expect(found(index, 'Which contract is ending?')).toEqual(['en:0']);
  expect(found(index, 'liability of a seller')).toEqual(['en:1']);
  expect(found(index, 'umowy')).toEqual(['pl:0']);
  expect(found(index, 'umowa')).toEqual([]);
});

it('weighs a name as one word, whatever the languages of the passages that hold it', () => {
  const scoresOf = (index: SearchIndex) => index.searchBm25('Miller', 10).map(({ score }) => score);
  const [first, second] = scoresOf(mixed());
  expect(first).toBe(second);
  const english = createSearchIndex(settings);
  add(english, 'a', 'en', ['The contracts end in March.', 'The seller liable.', 'Miller GmbH']);
  add(english, 'b', 'en', [
    'The contracts end in March.',
    'Sellers are liable.',
    'Miller Ltd',
    'Umowy kończą się w marcu.',
  ]);
  expect(scoresOf(english)).toEqual([first, second]);
});

it('forgets a language with its last document', () => {
  const index = mixed();
  expect(index.queryTerms('Wann war die Wahl?')).toEqual(['wahl']);
  index.removeDocument('de');
  expect(index.queryTerms('Wann war die Wahl?')).toEqual(['wann', 'war', 'die', 'wahl']);
});

it('is the same after it was saved, and refused by one that stems or tells languages otherwise', async () => {
  const index = mixed();
  const { manifest, newParts } = index.save(new Set());
  const read = (name: string) => Promise.resolve(newParts.find((part) => part.name === name)?.bytes.slice(0));
  const load = (by: IndexSettings) => loadSearchIndex(by, manifest.slice(0), read);
  const loaded = await load(settings);
  for (const question of ['Welcher Mietvertrag endet?', 'sellers', 'Miller']) {
    expect(loaded.searchBm25(question, 10)).toEqual(index.searchBm25(question, 10));
    expect(loaded.queryTerms(question)).toEqual(index.queryTerms(question));
  }
  const others: IndexSettings[] = [
    { chunking: 'test/1', embedder },
    { ...settings, languages: { stemmers: oramaStemmers, detectorId: 'another' } },
    { ...settings, languages: { stemmers: { ...oramaStemmers, id: 'another' }, detectorId: 'none' } },
  ];
  for (const other of others) await expect(load(other)).rejects.toMatchObject({ code: 'index-mismatch' });
});

it('refuses languages that do not fit the passages, or that it cannot stem', () => {
  const index = createSearchIndex(settings);
  expect(() => add(index, 'x', 'pl', ['a'])).toThrow(/Language "pl"/);
  const [passage] = [{ id: 'y:0', documentId: 'y', ordinal: 0 }] as unknown as [Passage];
  expect(() => index.addPassages('', [passage], [])).toThrow(/0 languages for 1 passages/);
});
