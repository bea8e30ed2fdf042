import { useEffect, useRef } from 'react';
import type { QueryRun } from '../../state/query-store.ts';
import { useWinnow } from '../../state/use-winnow.ts';
import { DropoutStrip } from '../dropout/dropout-strip.tsx';
import { filterWords } from '../filter/filter-words.ts';
import { IconButton } from '../kit/button.tsx';
import { AnswerText } from './answer-text.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { RunProgress } from './run-progress.tsx';

/** One question from its first candidate to its receipt. */
export function RunView({ run }: { readonly run: QueryRun }) {
  const { queryActions } = useWinnow();
  const { view } = run;
  const isRunning = run.phase !== 'ended';
  const editQuestion = (): void => {
    queryActions.editQuestion();
    document.getElementById('question')?.focus();
  };
  const article = useRef<HTMLElement>(null);

  // The keyboard goes along to the question that was asked or brought back: its keys work from there.
  useEffect(() => {
    article.current?.focus({ preventScroll: true });
    article.current?.closest('.column')?.scrollTo({ top: 0 });
  }, []);

  return (
    <article ref={article} className="run" tabIndex={-1} aria-labelledby="run-question" aria-busy={isRunning}>
      <header className="run-head">
        <h3 id="run-question" className="run-question">
          {run.question}
        </h3>
        {!isRunning && (
          <div className="run-tools">
            <IconButton icon="pencil" label="Edit this question" onClick={editQuestion} />
            <IconButton icon="repeat" label="Ask again" onClick={() => void queryActions.askAgain()} />
          </div>
        )}
      </header>
      {view.filter !== null && <p className="run-filter">Asked only {filterWords(view.filter).join(', ')}</p>}
      {isRunning && <RunProgress run={run} />}
      {view.answerText !== '' && <AnswerText view={view} />}
      {!isRunning && <OutcomeNotice run={run} />}
      {view.candidates.length > 0 && <DropoutStrip view={view} />}
      {view.receipt !== null && <ReceiptView receipt={view.receipt} view={view} trace={run.trace} />}
    </article>
  );
}
