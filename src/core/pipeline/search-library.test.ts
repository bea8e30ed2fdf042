import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSearchIndex } from '../corpus/search-index/create-search-index.ts';
import type { Passage } from '../domain/passage.ts';
import type { StoredDocument } from '../domain/store.ts';
import { letterEmbedder } from './library-fixture.ts';
import { retrievePool } from './retrieve-pool.ts';
import { searchLibrary } from './search-library.ts';

type Given = { readonly name: string; readonly texts: readonly string[]; readonly headingPath?: readonly string[] };

/** A library of which only what a search needs is there. */
function libraryOf(given: readonly Given[]) {
  const embedder = letterEmbedder();
  const index = createSearchIndex({ chunking: 'test/1', embedder: embedder.info });
  const passages = new Map<string, Passage>();
  const documents = given.map(({ name, texts, headingPath = [] }, place): StoredDocument => {
    const documentId = `d${place}`;
    let start = 0;
    const ofDocument = texts.map((text, ordinal): Passage => {
      const span = { start, end: start + text.length };
      start = span.end + 2;
      return {
        id: `${documentId}:${ordinal}`,
        documentId,
        ordinal,
        span,
        text,
        headingPath,
        pages: null,
        sentences: [span],
      };
    });
    index.addPassages(name, ofDocument);
    for (const passage of ofDocument) passages.set(passage.id, passage);
    return {
      id: documentId,
      name,
      title: null,
      mediaType: 'text/plain',
      byteLength: 1,
      addedAtMs: 0,
      pageCount: 0,
      passageCount: texts.length,
      embeddedCount: 0,
      warnings: [],
      chunkingId: 'test/1',
      embedderHash: null,
    };
  });
  const store = {
    passages: async (ids: readonly string[]) => {
      const entries = ids.flatMap((id): [string, Passage][] => {
        const passage = passages.get(id);
        return passage ? [[id, passage]] : [];
      });
      return new Map(entries);
    },
  };
  return { index, documents, store, passages };
}

const lease = {
  name: 'contracts/lease 2024.pdf',
  headingPath: ['Deposits', 'How much'],
  texts: ['The deposit is 1,450 euros.', 'It is paid back.'],
};

it('marks what was typed in the text, the headings and the name', async () => {
  const results = await searchLibrary('deposit 20', { limit: 10 }, libraryOf([lease]));
  expect(results).toMatchObject({ matchCount: 2, passageCount: 2 });
  const [best, other] = results.found;
  const words = (text: string, marks: readonly { start: number; end: number }[]) =>
    marks.map(({ start, end }) => text.slice(start, end));
  expect(words(best?.passage.text ?? '', best?.marks ?? [])).toEqual(['deposit']);
  expect(words(lease.name, best?.nameMarks ?? [])).toEqual(['2024']);
  expect(other?.marks).toEqual([]);
  const typing = await searchLibrary('2024 depos', { limit: 10 }, libraryOf([lease]));
  expect(typing.found[0]?.headingMarks.map((marks, depth) => words(lease.headingPath[depth] ?? '', marks))).toEqual([
    ['Deposits'],
    [],
  ]);
});

it('is cancelled before it looks, and after', async () => {
  const library = libraryOf([lease]);
  await expect(searchLibrary('deposit', { limit: 10 }, library, { aborted: true })).rejects.toThrow('cancelled');
  const signal = { aborted: false };
  const store = {
    passages: async () => {
      signal.aborted = true;
      return new Map();
    },
  };
  await expect(searchLibrary('deposit', { limit: 10 }, { ...library, store }, signal)).rejects.toThrow('cancelled');
});

it('leaves out what was removed a moment ago', async () => {
  const library = libraryOf([lease, { name: 'other.txt', texts: ['No deposit.'] }]);
  const [, ...documents] = library.documents;
  const { found } = await searchLibrary('deposit', { limit: 10 }, { ...library, documents });
  expect(found.map(({ documentName }) => documentName)).toEqual(['other.txt']);
});

const word = fc.constantFrom('ab', 'abc', 'bcd', 'cd', 'da');
const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
const given = fc.array(
  fc.array(text, { minLength: 1, maxLength: 5 }).map((texts): Given => ({ name: 'n', texts })),
  { minLength: 1, maxLength: 8 },
);
const chosen = fc.uniqueArray(
  fc.nat(8).map((place) => `d${place}`),
  { maxLength: 5 },
);

it('within documents, search and retrieval find what they find everywhere, less the others', async () => {
  await fc.assert(
    fc.asyncProperty(
      given,
      chosen,
      text,
      fc.integer({ min: 1, max: 6 }),
      async (documents, documentIds, typed, most) => {
        const library = libraryOf(documents);
        const isChosen = ({ passage }: { passage: Passage }) => documentIds.includes(passage.documentId);
        const idOf = ({ passage }: { passage: Passage }) => passage.id;
        const passageCount = [...library.passages.values()].filter((passage) => isChosen({ passage })).length;

        const everywhere = await searchLibrary(typed, { limit: 1000 }, library);
        const inside = await searchLibrary(typed, { limit: most, documentIds }, library);
        expect(inside.found).toEqual(everywhere.found.filter(isChosen).slice(0, most));
        expect(inside).toMatchObject({ matchCount: everywhere.found.filter(isChosen).length, passageCount });

        const parts = {
          index: library.index,
          documents: library.documents,
          store: library.store,
          loadEmbedder: async () => letterEmbedder(),
          clock: { nowMs: () => 0, monotonicMs: () => 0 },
        };
        const options = { depth: 100, useBm25: true, useDense: false };
        const all = await retrievePool(typed, options, parts);
        const pool = await retrievePool(typed, { ...options, depth: most, documentIds }, parts);
        // More passages than a retriever names at most would make the two differ.
        expect(library.passages.size).toBeLessThanOrEqual(50);
        expect(pool.candidates.map(idOf)).toEqual(all.candidates.filter(isChosen).slice(0, most).map(idOf));
        const documentCount = library.documents.filter(({ id }) => documentIds.includes(id)).length;
        expect(pool).toMatchObject({ passageCount: library.passages.size, within: { documentCount, passageCount } });
        expect(all.within).toBeUndefined();
      },
    ),
  );
});
