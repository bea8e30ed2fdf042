import { useMemo, useState } from 'react';
import type { Trace } from '../../core/domain/events.ts';
import { useQuery, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatMoment, formatPlural } from '../format.ts';
import { Button, IconButton } from '../kit/button.tsx';

const SHOWN_AT_FIRST = 8;

/** Questions asked before, newest first; each brings its whole answer back. */
export function History() {
  const traces = useQuery((facts) => facts.traces);
  const shownId = useQuery((facts) => facts.run?.id ?? null);
  const error = useQuery((facts) => facts.historyError);
  const rows = useMemo(() => traces.map(historyRowOf), [traces]);
  const others = rows.filter((row) => row.id !== shownId);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? others : others.slice(0, SHOWN_AT_FIRST);
  const sentence = error === null ? null : errorSentence(error);
  if (others.length === 0 && sentence === null) return null;
  return (
    <section className="history" aria-labelledby="history-title">
      <h3 id="history-title" className="section-title">
        Earlier questions
      </h3>
      {sentence !== null && (
        <p className="document-warning">
          {sentence.title} {sentence.advice}
        </p>
      )}
      <ul>
        {shown.map((row) => (
          <HistoryItem key={row.id} row={row} />
        ))}
      </ul>
      {shown.length < others.length && (
        <Button look="quiet" size="small" onClick={() => setIsWhole(true)}>
          Show all {others.length}
        </Button>
      )}
    </section>
  );
}

type HistoryRow = {
  readonly id: string;
  readonly question: string;
  readonly ending: string;
  readonly startedAtMs: number;
};

function HistoryItem({ row }: { readonly row: HistoryRow }) {
  const { queryActions } = useWinnow();
  return (
    <li className="history-item">
      <button type="button" className="history-open" onClick={() => queryActions.showTrace(row.id)}>
        <span className="history-question">{row.question}</span>
        <span className="history-ending figures">
          {row.ending} · {formatMoment(row.startedAtMs, Date.now())}
        </span>
      </button>
      <IconButton
        icon="close"
        label={`Forget “${row.question}”`}
        onClick={() => void queryActions.removeTrace(row.id)}
      />
    </li>
  );
}

function historyRowOf(trace: Trace): HistoryRow {
  const first = trace.events[0];
  const question = first?.type === 'started' ? first.question : '';
  return { id: trace.id, question, ending: endingOf(trace), startedAtMs: trace.startedAtMs };
}

function endingOf(trace: Trace): string {
  const last = trace.events.at(-1);
  if (last?.type === 'cancelled') return 'Cancelled';
  if (last?.type !== 'done') return 'Failed';
  switch (last.outcome) {
    case 'answered':
      return `Answered with ${formatPlural(last.answer?.citations.length ?? 0, 'citation')}`;
    case 'abstained':
      return 'No answer in the passages';
    case 'none':
      return 'Not answered by your documents';
    case 'nothing-found':
      return 'Nothing found';
    case 'unreadable':
      return 'Selection unreadable';
  }
}
