import { beforeEach, expect, test } from 'vitest';
import { wordCrossEncoder } from '../core/domain/cross-encoder-fixture.ts';
import { noFilter } from '../core/domain/document-filter.ts';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import type { Trace } from '../core/domain/events.ts';
import type { LanguageModel } from '../core/domain/language-model.ts';
import type { Pool } from '../core/domain/pool.ts';
import type { FilteredDocuments } from '../core/pipeline/answer-query.ts';
import { compileConstraint } from '../core/query/selection/compile-constraint.ts';
import { distilledPrompt } from '../core/query/selection/ranker-prompts.ts';
import { createScriptedLanguageModel } from '../engines/scripted-language-model.ts';
import { createLibraryStore, emptyLibrary, type LibraryStore } from './library-store.ts';
import { createQueryActions, type QueryPorts } from './query-actions.ts';
import { createQueryStore, type QueryStore } from './query-store.ts';

const text = 'Quiet hours begin at ten in the evening.';
const pool: Pool = {
  candidates: [
    {
      passage: {
        id: 'rules:0',
        documentId: 'rules',
        ordinal: 0,
        span: { start: 0, end: text.length },
        text,
        headingPath: ['Quiet hours'],
        pages: null,
        sentences: [{ start: 0, end: text.length }],
      },
      documentName: 'rules.md',
      bm25: { score: 1, rank: 1 },
      dense: null,
      fusedScore: 1,
      rank: 1,
      duplicateOf: null,
    },
  ],
  passageCount: 1,
  queryTerms: ['quiet'],
  stages: [],
};

/** Keeps the passage, then cites it; asked about soup, keeps none. */
const scripted = (): LanguageModel =>
  createScriptedLanguageModel({
    compileConstraint,
    now: () => 0,
    rankerPromptVersion: distilledPrompt.template.version,
    keepLogit: (prompt) => (prompt.includes('soup') ? -5 : 5),
    reply: () => 'They begin at ten in the evening [1].',
  });

let store: QueryStore;
let libraryStore: LibraryStore;
let saved: Trace[];
let lastId: number;

beforeEach(() => {
  store = createQueryStore();
  libraryStore = createLibraryStore();
  libraryStore.setState({ ...emptyLibrary, phase: 'ready', documents: [documentSummary] });
  saved = [];
  lastId = 0;
});

const documentSummary = {
  id: 'rules',
  name: 'rules.md',
  title: null,
  mediaType: 'text/markdown',
  byteLength: 40,
  addedAtMs: 0,
  pageCount: 0,
  passageCount: 1,
  embeddedCount: 1,
  warnings: [],
};

function actionsWith(ports: Partial<QueryPorts> = {}) {
  return createQueryActions(
    store,
    libraryStore,
    {
      saveTrace: async (trace) => void saved.unshift(trace),
      traces: async () => saved,
      removeTrace: async (id) => {
        saved = saved.filter((trace) => trace.id !== id);
      },
    },
    {
      ensureModel: async () => scripted(),
      discardModel: () => undefined,
      filtered: () => null,
      retriever: { retrieve: async () => pool },
      crossEncoder: async () => wordCrossEncoder(),
      clock: { nowMs: () => 1000, monotonicMs: () => 0 },
      newId: () => String(++lastId),
      ...ports,
    },
    () => undefined,
  );
}

const run = () => {
  const found = store.getState().run;
  if (found === null) throw new Error('No question is shown.');
  return found;
};

test('a question runs from candidates to a saved trace, and leaves the box empty', async () => {
  const actions = actionsWith();
  actions.setDraft('  When do quiet hours begin? ');
  await actions.ask();
  expect(run().phase).toBe('ended');
  expect(run().view.outcome).toBe('answered');
  expect(run().view.answerText).toBe('They begin at ten in the evening.');
  expect(store.getState().draft).toBe('');
  expect(saved.map((trace) => trace.id)).toEqual(['1']);
  expect(run().trace).toEqual(saved[0]);
});

test.each([
  ['', 'question-empty'],
  ['?!', 'question-no-terms'],
  ['word '.repeat(5000), 'question-too-long'],
] as const)('a question that cannot be asked loads no model and stays in the box (%#)', async (draft, code) => {
  let loads = 0;
  const actions = actionsWith({
    ensureModel: async () => {
      loads += 1;
      return scripted();
    },
  });
  actions.setDraft(draft);
  await actions.ask();
  expect(store.getState().draftError?.code).toBe(code);
  expect(store.getState().draft).toBe(draft);
  expect(store.getState().run).toBeNull();
  expect(loads).toBe(0);
  expect(saved).toEqual([]);
});

test('an empty library is said before anything runs', async () => {
  libraryStore.setState({ documents: [] });
  const actions = actionsWith();
  actions.setDraft('When?');
  await actions.ask();
  expect(store.getState().draftError?.code).toBe('library-empty');
  expect(store.getState().run).toBeNull();
});

test('a library that is still being opened is not called empty', async () => {
  libraryStore.setState({ phase: 'opening', documents: [] });
  const actions = actionsWith();
  actions.setDraft('When do quiet hours begin?');
  await actions.ask();
  expect(store.getState().draftError).toBeNull();
  expect(run().view.outcome).toBe('answered');
});

test('a fault of the question found only later puts it back into the box', async () => {
  const actions = actionsWith({
    retriever: {
      retrieve: async () => {
        throw new WinnowError('question-no-terms', 'Nothing to search for.');
      },
    },
  });
  actions.setDraft('the of');
  await actions.ask();
  expect(store.getState().draft).toBe('the of');
  expect(store.getState().draftError?.code).toBe('question-no-terms');
  expect(store.getState().run).toBeNull();
});

test('cancelling while the model loads ends the question, and nothing is saved', async () => {
  const actions = actionsWith({
    ensureModel: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Cancelled()))),
  });
  actions.setDraft('When?');
  const asked = actions.ask();
  actions.cancel();
  await asked;
  expect(run().view.status).toBe('cancelled');
  expect(run().trace).toBeNull();
  expect(saved).toEqual([]);
});

test('a question that runs while everything is deleted leaves nothing behind', async () => {
  let reached: () => void = () => undefined;
  const isSearching = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const actions = actionsWith({
    retriever: {
      retrieve: (_question, _options, signal) => {
        reached();
        return new Promise((_, reject) => {
          if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(new Cancelled()));
        });
      },
    },
  });
  actions.setDraft('When do quiet hours begin?');
  const asked = actions.ask();
  await isSearching;
  actions.forgetAll();
  await asked;
  expect(store.getState()).toMatchObject({ run: null, traces: [] });
  expect(saved).toEqual([]);
});

test('a failed load is shown with its reason, and asking again works', async () => {
  let attempts = 0;
  let discards = 0;
  const actions = actionsWith({
    ensureModel: async () => {
      attempts += 1;
      if (attempts === 1) throw new WinnowError('engine-unavailable', 'None works.');
      return scripted();
    },
    discardModel: () => {
      discards += 1;
    },
  });
  actions.setDraft('When do quiet hours begin?');
  await actions.ask();
  expect(run().view.status).toBe('failed');
  expect(run().view.error?.code).toBe('engine-unavailable');
  expect(discards).toBe(1);
  await actions.askAgain();
  expect(run().view.outcome).toBe('answered');
});

test('late results of an earlier question lose', async () => {
  let releaseFirst: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const isSearching = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const actions = actionsWith({
    retriever: {
      retrieve: async (question) => {
        if (question !== 'First question') return pool;
        reached();
        await new Promise<void>((resolve) => {
          releaseFirst = resolve;
        });
        return pool;
      },
    },
  });
  actions.setStrategy({ id: 'identity', k: 1 });
  actions.setDraft('First question');
  const asked = actions.ask();
  await isSearching;
  actions.setDraft('Second question');
  await actions.ask();
  const shown = run();
  releaseFirst();
  await asked;
  expect(run()).toEqual(shown);
  expect(run().question).toBe('Second question');
  expect(run().view.outcome).toBe('answered');
});

test('asking twice by accident asks once, without a complaint about the empty box', async () => {
  const actions = actionsWith();
  actions.setDraft('When do quiet hours begin?');
  const asked = actions.ask();
  await actions.ask();
  expect(store.getState().draftError).toBeNull();
  await asked;
  expect(run().view.outcome).toBe('answered');
  expect(saved).toHaveLength(1);
});

test('answering anyway reuses what was found and chosen', async () => {
  let searches = 0;
  const actions = actionsWith({
    retriever: {
      retrieve: async () => {
        searches += 1;
        return pool;
      },
    },
  });
  actions.setDraft('Is there soup?');
  await actions.ask();
  expect(run().view.outcome).toBe('none');
  actions.setDraft('something half written');
  await actions.answerAnyway();
  expect(searches).toBe(1);
  expect(run().view.evidence?.basis).toBe('closest');
  expect(run().view.answerText).not.toBe('');
  expect(store.getState().draft).toBe('something half written');
});

test('the history brings a question back with its whole answer, and forgets it on demand', async () => {
  const actions = actionsWith();
  actions.setDraft('When do quiet hours begin?');
  await actions.ask();
  const { view } = run();
  actions.setDraft('Is there soup?');
  await actions.ask();
  await actions.loadHistory();
  actions.showTrace('1');
  expect(run().view).toEqual(view);
  await actions.removeTrace('1');
  expect(store.getState().run).toBeNull();
  expect(store.getState().traces.map((trace) => trace.id)).toEqual(['2']);
});

test('a filter in force goes with the question, into its trace, and stays with it when answered anyway', async () => {
  const filter = { ...noFilter, folder: 'letters' };
  let filtered: FilteredDocuments | null = { filter, documentIds: ['a', 'b'] };
  const searched: (readonly string[] | undefined)[] = [];
  const actions = actionsWith({
    filtered: () => filtered,
    retriever: {
      retrieve: async (_question, { documentIds }) => {
        searched.push(documentIds);
        return pool;
      },
    },
  });
  actions.setStrategy({ id: 'cross-encoder-threshold', threshold: 0.3 });
  actions.setDraft('Is there soup?');
  await actions.ask();
  filtered = null;
  expect(run().view.filter).toEqual(filter);
  await actions.answerAnyway();
  expect(run().view.filter).toEqual(filter);
  actions.showTrace('1');
  expect(run().view.filter).toEqual(filter);
  await actions.answerAnyway();
  expect(run().view.filter).toEqual(filter);
  await actions.askAgain();
  expect(run().view.filter).toBeNull();
  expect(searched).toEqual([['a', 'b'], undefined]);
});
