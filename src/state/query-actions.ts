import { type ErrorCode, type ErrorData, errorDataOf, isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { QueryEvent, Trace } from '../core/domain/events.ts';
import type { LanguageModel } from '../core/domain/language-model.ts';
import type { Clock, CrossEncoder, Retriever } from '../core/domain/ports.ts';
import type { StrategyChoice } from '../core/domain/selection.ts';
import type { LibraryService } from '../core/domain/services.ts';
import {
  answerQuery,
  defaultQueryOptions,
  type FilteredDocuments,
  type QueryOptions,
} from '../core/pipeline/answer-query.ts';
import { checkQuestion } from '../core/pipeline/check-question.ts';
import { createTrace } from '../core/pipeline/create-trace.ts';
import { foldQuery, foldQueryEvents, idleQueryView, type QueryView } from '../core/pipeline/fold-query.ts';
import type { LibraryStore } from './library-store.ts';
import type { QueryRun, QueryStore } from './query-store.ts';

/** What the query actions need from outside; joined in the composition root. */
export type QueryPorts = {
  readonly ensureModel: (signal: AbortSignal) => Promise<LanguageModel>;
  /** Forgets a model whose engine could not be had again, so that the next question loads it anew. */
  readonly discardModel: () => void;
  readonly retriever: Retriever;
  readonly crossEncoder: () => Promise<CrossEncoder>;
  /** The filter in force and what it lets through; null when it is off. */
  readonly filtered: () => FilteredDocuments | null;
  readonly clock: Clock;
  readonly newId: () => string;
};

export type QueryActions = {
  readonly setDraft: (draft: string) => void;
  readonly setStrategy: (strategy: StrategyChoice) => void;
  /** Asks the draft. */
  readonly ask: () => Promise<void>;
  /** Asks the shown question again, with another strategy where one is given. */
  readonly askAgain: (strategy?: StrategyChoice) => Promise<void>;
  /** Answers the shown question from the closest passages although none was kept; nothing is searched or read again. */
  readonly answerAnyway: () => Promise<void>;
  /** Puts the shown question back into the box. */
  readonly editQuestion: () => void;
  readonly cancel: () => void;
  readonly loadHistory: () => Promise<void>;
  readonly showTrace: (id: string) => void;
  readonly removeTrace: (id: string) => Promise<void>;
  /** After everything was deleted. */
  readonly forgetAll: () => void;
};

/** Faults of the question itself: they belong beside the box, and the draft stays in it. */
const draftCodes: readonly ErrorCode[] = ['question-empty', 'question-too-long', 'question-no-terms', 'library-empty'];

export function createQueryActions(
  store: QueryStore,
  libraryStore: LibraryStore,
  library: Pick<LibraryService, 'saveTrace' | 'traces' | 'removeTrace'>,
  ports: QueryPorts,
  onNewRun: () => void,
): QueryActions {
  let controller = new AbortController();
  /** Raised by `forgetAll`: what was asked before it must not be stored after it. */
  let epoch = 0;

  const patchRun = (id: string, patch: Partial<QueryRun>): void => {
    store.setState(({ run }) => (run?.id === id ? { run: { ...run, ...patch } } : {}));
  };

  const save = async (trace: Trace): Promise<void> => {
    store.setState((facts) => ({ traces: [trace, ...facts.traces.filter((other) => other.id !== trace.id)] }));
    try {
      await library.saveTrace(trace);
      store.setState({ historyError: null });
    } catch (error) {
      store.setState({ historyError: errorDataOf(error) });
    }
  };

  const refuse = (error: ErrorData, question: string): void => {
    store.setState(({ draft }) => ({ draftError: error, run: null, draft: draft === '' ? question : draft }));
  };

  const start = async (question: string, options: QueryOptions): Promise<void> => {
    const { strategy, within } = options;
    const { retriever, clock } = ports;
    controller.abort();
    const mine = new AbortController();
    controller = mine;
    const { signal } = mine;
    const begun = epoch;
    const id = ports.newId();
    const startedAtMs = clock.nowMs();
    let view: QueryView = { ...idleQueryView, question, strategy, filter: within?.filter ?? null };
    const events: QueryEvent[] = [];
    store.setState(({ draft }) => ({
      run: { id, startedAtMs, question, strategy, within, phase: 'loading-model', view, trace: null },
      // Something else that is being written stays.
      draft: draft.trim() === question ? '' : draft,
      draftError: null,
    }));
    onNewRun();
    // Once another run is shown, `patchRun` finds nothing of this one: late results lose.
    const take = (event: QueryEvent): void => {
      view = foldQuery(view, event);
      patchRun(id, { view });
    };
    try {
      const model = await ports.ensureModel(signal);
      patchRun(id, { phase: 'running' });
      const parts = { retriever, crossEncoder: await ports.crossEncoder(), model, clock };
      for await (const event of answerQuery(question, parts, options, signal)) {
        events.push(event);
        take(event);
      }
    } catch (error) {
      const stage = 'retrieval';
      const event: QueryEvent = isCancelled(error)
        ? { type: 'cancelled', stage }
        : { type: 'failed', stage, error: errorDataOf(error) };
      if (events.length > 0) events.push(event);
      take(event);
    }
    if (view.error?.code === 'engine-unavailable') ports.discardModel();
    if (view.error !== null && draftCodes.includes(view.error.code)) {
      if (store.getState().run?.id === id) refuse(view.error, question);
      return;
    }
    const trace = events.length === 0 ? null : createTrace(id, startedAtMs, events);
    patchRun(id, { phase: 'ended', trace });
    if (trace !== null && begun === epoch) await save(trace);
  };

  /** Checks what can be checked before a model is loaded for it. */
  const askOf = async (question: string, strategy: StrategyChoice): Promise<void> => {
    try {
      // While the library is being opened nobody knows yet; the search waits for it, and says so where it is empty.
      const { phase, documents } = libraryStore.getState();
      if (phase === 'ready' && documents.length === 0) {
        throw new WinnowError('library-empty', 'There is no document to look in; add one and ask again.');
      }
      await start(checkQuestion(question), { ...defaultQueryOptions, strategy, within: ports.filtered() });
    } catch (error) {
      store.setState({ draftError: errorDataOf(error) });
    }
  };

  return {
    setDraft: (draft) => store.setState({ draft, draftError: null }),
    setStrategy: (strategy) => store.setState({ strategy }),
    ask: async () => {
      const { draft, strategy, run } = store.getState();
      // The second half of a double click: the question has just left the box, so nothing is missing.
      if (draft.trim() === '' && run !== null && run.phase !== 'ended') return;
      await askOf(draft, strategy);
    },
    askAgain: async (strategy) => {
      const { run, strategy: chosen } = store.getState();
      if (run !== null) await askOf(run.question, strategy ?? chosen);
    },
    answerAnyway: async () => {
      const { run } = store.getState();
      if (run === null) return;
      const { pool, selection } = run.view;
      const earlier = pool === null || selection === null ? null : { pool, selection };
      const { strategy, within } = run;
      await start(run.question, { ...defaultQueryOptions, strategy, within, answerAnyway: true, earlier });
    },
    editQuestion: () => store.setState(({ run, draft }) => ({ draft: run?.question ?? draft, draftError: null })),
    cancel: () => controller.abort(),
    loadHistory: async () => {
      try {
        const traces = await library.traces();
        store.setState({ traces, historyError: null });
      } catch (error) {
        store.setState({ historyError: errorDataOf(error) });
      }
    },
    showTrace: (id) => {
      const trace = store.getState().traces.find((candidate) => candidate.id === id);
      if (trace === undefined) return;
      controller.abort();
      const view = foldQueryEvents(trace.events);
      const strategy = view.strategy ?? store.getState().strategy;
      const { startedAtMs } = trace;
      const { question } = view;
      // The passages are not searched again, so which documents were let through does not matter any more.
      const within = view.filter && { filter: view.filter, documentIds: [] };
      store.setState({
        run: { id, startedAtMs, question, strategy, within, phase: 'ended', view, trace },
        draftError: null,
      });
      onNewRun();
    },
    removeTrace: async (id) => {
      try {
        await library.removeTrace(id);
        store.setState((facts) => ({
          traces: facts.traces.filter((trace) => trace.id !== id),
          run: facts.run?.id === id ? null : facts.run,
          historyError: null,
        }));
      } catch (error) {
        store.setState({ historyError: errorDataOf(error) });
      }
    },
    forgetAll: () => {
      epoch++;
      controller.abort();
      store.setState({ run: null, traces: [], draftError: null, historyError: null });
    },
  };
}
