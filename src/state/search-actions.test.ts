import { beforeEach, expect, test } from 'vitest';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import type { SearchOptions, SearchResults } from '../core/domain/search.ts';
import type { LibraryService } from '../core/domain/services.ts';
import { createSearchActions } from './search-actions.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';

type Asked = {
  readonly typed: string;
  readonly options: SearchOptions;
  readonly isCancelled: () => boolean;
  readonly answer: (matchCount: number) => void;
  readonly refuse: (error: Error) => void;
};

let store: SearchStore;
let asked: Asked[];
let documentIds: readonly string[] | undefined;

const resultsOf = (matchCount: number): SearchResults => ({ found: [], matchCount, passageCount: 100 });

/** Answers when it is told to, in any order, and does not care for cancels. */
const library: Pick<LibraryService, 'search'> = {
  search: (typed, options, signal) =>
    new Promise((resolve, reject) => {
      asked.push({
        typed,
        options,
        isCancelled: () => signal?.aborted ?? false,
        answer: (matchCount) => resolve(resultsOf(matchCount)),
        refuse: reject,
      });
    }),
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const actionsOf = () => createSearchActions(store, library, () => documentIds);

beforeEach(() => {
  store = createSearchStore();
  asked = [];
  documentIds = undefined;
});

test('the latest text wins, whatever comes back when, and cancels those before', async () => {
  const actions = actionsOf();
  for (const text of ['d', 'de', 'dep']) actions.type(text);
  expect(asked.map(({ typed, isCancelled }) => [typed, isCancelled()])).toEqual([
    ['d', true],
    ['de', true],
    ['dep', false],
  ]);
  asked[2]?.answer(3);
  await settle();
  asked[0]?.answer(1);
  asked[1]?.refuse(new WinnowError('worker-died', 'It died.'));
  await settle();
  expect(store.getState()).toMatchObject({ text: 'dep', phase: 'found', error: null, results: { matchCount: 3 } });
});

test('what was found stays while more is typed, and goes with the text', async () => {
  const actions = actionsOf();
  actions.type('de');
  asked[0]?.answer(9);
  await settle();
  actions.type('dep');
  expect(store.getState()).toMatchObject({ phase: 'searching', results: { matchCount: 9 } });
  actions.leave();
  expect(store.getState()).toMatchObject({ text: '', phase: 'idle', results: null });
  asked[1]?.answer(5);
  await settle();
  expect(store.getState()).toMatchObject({ phase: 'idle', results: null });
});

test('nothing is asked of the library for spaces, or signs without a letter or digit', () => {
  const actions = actionsOf();
  actions.type('   ');
  expect(store.getState()).toMatchObject({ text: '   ', phase: 'idle' });
  actions.type('?! —');
  expect(store.getState()).toMatchObject({ text: '?! —', phase: 'no-words', results: null });
  expect(asked).toEqual([]);
});

test('searches again within the filter once it has changed', async () => {
  const actions = actionsOf();
  actions.refresh();
  expect(asked).toEqual([]);
  actions.type('rent');
  documentIds = ['a'];
  actions.refresh();
  expect(asked.map(({ typed, options }) => [typed, options.documentIds])).toEqual([
    ['rent', undefined],
    ['rent', ['a']],
  ]);
  expect(asked[0]?.isCancelled()).toBe(true);
});

test('a fault is kept until the next text; a cancel from elsewhere is none', async () => {
  const actions = actionsOf();
  actions.type('rent');
  asked[0]?.refuse(new WinnowError('worker-died', 'It died.'));
  await settle();
  expect(store.getState()).toMatchObject({ phase: 'failed', error: { code: 'worker-died' } });
  actions.type('rents');
  expect(store.getState()).toMatchObject({ phase: 'searching', error: null });
  asked[1]?.refuse(new Cancelled());
  await settle();
  expect(store.getState()).toMatchObject({ phase: 'idle', error: null });
});

test('a pasted document is searched by its beginning', () => {
  actionsOf().type('rent '.repeat(1000));
  expect(asked[0]?.typed).toHaveLength(200);
  expect(store.getState().text).toHaveLength(5000);
});
