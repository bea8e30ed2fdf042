import { useEffect, useState } from 'react';
import type { QueryView } from '../../core/pipeline/fold-query.ts';
import type { ModelFacts } from '../../state/model-store.ts';
import type { QueryRun } from '../../state/query-store.ts';
import { useModel, useWinnow } from '../../state/use-winnow.ts';
import { formatCount, formatMs, formatPlural } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { loadAmount, loadStageSentence } from '../shell/model-sentences.ts';

const steps = ['Find', 'Choose', 'Answer'] as const;

/** What is happening now, how far it is, and the way to stop it. Escape stops it too. */
export function RunProgress({ run }: { readonly run: QueryRun }) {
  const { queryActions } = useWinnow();
  const model = useModel();
  const state = progressOf(run, model);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open], [popover]:popover-open') !== null) return;
      queryActions.cancel();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [queryActions]);

  return (
    <div className="run-progress">
      <div className="run-progress-row">
        <ol className="run-steps" aria-label="Steps">
          {steps.map((step, index) => (
            <li key={step} data-state={stepState(index, state.step)} aria-current={index === state.step || undefined}>
              {step}
            </li>
          ))}
        </ol>
        <div className="run-progress-row">
          <Elapsed sinceMs={run.startedAtMs} />
          <Button size="small" icon="stop" onClick={queryActions.cancel}>
            Cancel
          </Button>
        </div>
      </div>
      <ProgressBar label={state.sentence} done={state.done} total={state.total} />
      <p className="run-progress-words figures">
        <span>{state.sentence}</span>
        <span>{state.amount}</span>
      </p>
      {run.phase === 'loading-model' && (
        <p className="fine-print">The model is loaded once, then it stays ready while this page is open.</p>
      )}
    </div>
  );
}

/** Some steps cannot say how far they are: this moves at least. */
function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const [nowMs, setNowMs] = useState(sinceMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((nowMs - sinceMs) / 1000);
  if (seconds < 1) return null;
  return <span className="fine-print figures">{formatSeconds(seconds)}</span>;
}

type ProgressState = {
  /** Index into `steps`; -1 while the model is still loading. */
  readonly step: number;
  readonly sentence: string;
  readonly amount: string;
  readonly done: number | null;
  readonly total: number;
};

const stepState = (index: number, current: number): 'done' | 'now' | 'later' => {
  if (index < current) return 'done';
  return index === current ? 'now' : 'later';
};

function progressOf(run: QueryRun, model: ModelFacts): ProgressState {
  if (run.phase === 'loading-model') {
    const progress = model.status === 'loading' ? model.progress : null;
    const isCounted = progress !== null && progress.totalBytes > 0;
    return {
      step: -1,
      sentence: loadStageSentence(progress),
      amount: loadAmount(progress),
      done: isCounted ? progress.doneBytes : null,
      total: progress?.totalBytes ?? 0,
    };
  }
  const { view } = run;
  const { progress } = view;
  if (view.status === 'retrieving' || view.status === 'idle') {
    return { step: 0, sentence: 'Searching your documents', amount: '', done: null, total: 0 };
  }
  const step = view.status === 'answering' ? 2 : 1;
  if (progress === null || progress.doneTokens >= progress.promptTokens) {
    return { step, sentence: thinkingSentence(view), amount: '', done: null, total: 0 };
  }
  const left = remainingWords(view, progress.promptTokens - progress.doneTokens);
  return {
    step,
    sentence: readingSentence(view),
    amount: `${formatCount(progress.doneTokens)} of ${formatCount(progress.promptTokens)} tokens${left}`,
    // Nothing is known before the first chunk has been read.
    done: progress.doneTokens === 0 ? null : progress.doneTokens,
    total: progress.promptTokens,
  };
}

function readingSentence(view: QueryView): string {
  if (view.status === 'answering') {
    const shownCount = view.evidence?.items.length ?? 0;
    return shownCount < view.counts.kept
      ? `Reading ${formatCount(shownCount)} of the ${formatPlural(view.counts.kept, 'passage')} kept`
      : `Reading the ${formatPlural(shownCount, 'passage')} kept`;
  }
  const readCount = view.candidates.filter((entry) => entry.isBeingRead).length;
  const window = view.windowCount > 1 ? `, round ${view.windowCount}` : '';
  return readCount === 0 ? 'Reading passages' : `Reading ${formatPlural(readCount, 'passage')}${window}`;
}

function thinkingSentence(view: QueryView): string {
  if (view.status !== 'answering') return choosingSentence(view);
  return view.answerText === '' ? 'Starting the answer' : 'Writing the answer';
}

function choosingSentence({ strategy, selection, counts, windowCount }: QueryView): string {
  const isScored =
    strategy?.id === 'cross-encoder' ||
    strategy?.id === 'cross-encoder-threshold' ||
    (strategy?.id === 'distilled-adaptive' && windowCount === 0);
  return isScored && selection === null
    ? `Scoring ${formatPlural(counts.pending, 'passage')}`
    : 'Choosing the passages that are needed';
}

/** `, about 20 s left in this step` where the speed is known and the wait is long enough to care. */
function remainingWords(view: QueryView, tokens: number): string {
  const speed = view.model?.prefillTokensPerSecond ?? 0;
  if (speed <= 0) return '';
  const seconds = tokens / speed;
  return seconds < 3 ? '' : `, about ${formatSeconds(Math.ceil(seconds))} left in this step`;
}

const formatSeconds = (seconds: number): string => formatMs(seconds * 1000).replace('.0', '');
