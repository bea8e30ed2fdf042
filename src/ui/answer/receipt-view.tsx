import type { Receipt, Trace } from '../../core/domain/events.ts';
import type { Pool } from '../../core/domain/pool.ts';
import type { Scoring, Selection } from '../../core/domain/selection.ts';
import type { QueryView } from '../../core/pipeline/fold-query.ts';
import { useModel } from '../../state/use-winnow.ts';
import { filterWords } from '../filter/filter-words.ts';
import { formatCount, formatMs, formatPercent, formatPlural, shortHash } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { engineName } from '../shell/model-sentences.ts';
import { downloadTrace } from './download-trace.ts';

type ReceiptViewProps = {
  readonly receipt: Receipt;
  readonly view: Pick<QueryView, 'pool' | 'selection' | 'filter'>;
  /** Null while it cannot be exported yet. */
  readonly trace: Trace | null;
};

/** What the answer cost and what dropout changed, also where it cost more than it saved. */
export function ReceiptView({ receipt, view, trace }: ReceiptViewProps) {
  return (
    <details className="receipt">
      <summary className="receipt-summary">
        <span className="receipt-title">Receipt</span>
        <span className="receipt-gist figures">{gistOf(receipt)}</span>
      </summary>
      <div className="receipt-body">
        <TokenBars receipt={receipt} />
        <dl className="facts">
          {view.filter !== null && (
            <>
              <dt>Filter</dt>
              <dd>
                Only {filterWords(view.filter).join(', ')}
                {view.pool?.within && (
                  <span className="receipt-aside">
                    {formatPlural(view.pool.within.documentCount, 'document')}:{' '}
                    {formatCount(view.pool.within.passageCount)} of {formatPlural(view.pool.passageCount, 'passage')}
                  </span>
                )}
              </dd>
            </>
          )}
          <dt>Candidates</dt>
          <dd>
            {formatCount(receipt.candidateCount)} found, {formatCount(receipt.readCount)} read,{' '}
            {formatCount(receipt.keptCount)} kept
          </dd>
          <dt>Finding</dt>
          <dd>
            {formatMs(receipt.retrievalMs)}
            {view.pool !== null && <span className="receipt-aside">{retrievalStages(view.pool)}</span>}
          </dd>
          <dt>Choosing</dt>
          <dd>
            {formatMs(receipt.selectionMs)}
            {receipt.rankerTokens > 0 && `, ${formatCount(receipt.rankerTokens)} tokens read`}
            {view.selection?.scoring && <ScoringAside scoring={view.selection.scoring} />}
            {view.selection !== null && <RankerReplies selection={view.selection} />}
          </dd>
          <dt>Answering</dt>
          <dd>{formatMs(receipt.synthesisMs)}</dd>
          <dt>Saved by dropping</dt>
          <dd>
            {receipt.savedMs === null
              ? 'Unknown: the speed of this device was not measured'
              : `${formatMs(receipt.savedMs)}, the choosing itself subtracted`}
          </dd>
          <dt>Model</dt>
          <dd>
            {receipt.model.modelId} <code title={receipt.model.modelHash}>{shortHash(receipt.model.modelHash)}</code>
          </dd>
          <dt>Engine</dt>
          <dd>
            {engineName(receipt.model.engine)}, {receipt.model.variant}
            <EngineReason receipt={receipt} />
          </dd>
        </dl>
        {trace !== null && (
          <Button size="small" icon="download" onClick={() => downloadTrace(trace)}>
            Export trace
          </Button>
        )}
      </div>
    </details>
  );
}

function gistOf({ evidenceTokens, undroppedTokens, savedMs }: Receipt): string {
  if (undroppedTokens === 0) return 'No passage was read';
  const tokens = `${formatCount(evidenceTokens)} of ${formatCount(undroppedTokens)} passage tokens`;
  return savedMs === null ? tokens : `${tokens} · ${savedWords(savedMs)}`;
}

const stageNames: Readonly<Record<Pool['stages'][number]['name'], string>> = {
  bm25: 'by words',
  'embed-query': 'embedding the question',
  dense: 'by meaning',
  fusion: 'merging',
};

function retrievalStages(pool: Pool): string {
  return pool.stages.map((stage) => `${stageNames[stage.name]} ${formatMs(stage.elapsedMs)}`).join(', ');
}

/** The cross-encoder's part of choosing. */
function ScoringAside({ scoring }: { readonly scoring: Scoring }) {
  const { scoredCount, elapsedMs, modelId, modelHash } = scoring;
  return (
    <span className="receipt-aside">
      {formatPlural(scoredCount, 'passage')} scored one by one in {formatMs(elapsedMs)} by {modelId}{' '}
      <code title={modelHash}>{shortHash(modelHash)}</code>
    </span>
  );
}

/** What the ranker really said, and how often its words had to be corrected. */
function RankerReplies({ selection }: { readonly selection: Selection }) {
  const { invocations } = selection;
  if (invocations.length === 0) return null;
  const repairs = invocations.flatMap((invocation) => invocation.repairs);
  return (
    <span className="receipt-aside">
      Its {invocations.length === 1 ? 'reply' : 'replies'}:{' '}
      <code>{invocations.map(({ reply }) => reply).join(' · ')}</code>
      {repairs.length > 0 &&
        ` (${formatPlural(repairs.length, 'repair')}: ${repairs.map(({ kind }) => kind).join(', ')})`}
    </span>
  );
}

function savedWords(savedMs: number): string {
  if (Math.abs(savedMs) < 0.5) return 'no time saved';
  if (savedMs > 0) return `${formatMs(savedMs)} saved`;
  return `cost ${formatMs(-savedMs)} more`;
}

/** The reason belongs to the engine that is loaded now, so it is given only where that is the one that answered. */
function EngineReason({ receipt }: { readonly receipt: Receipt }) {
  const model = useModel();
  if (model.status !== 'ready' || model.report.engine !== receipt.model.engine) return null;
  const chosen = model.report.attempts.find((attempt) => attempt.outcome === 'chosen');
  return chosen === undefined ? null : <span className="receipt-aside">{chosen.reason}</span>;
}

function TokenBars({ receipt }: { readonly receipt: Receipt }) {
  const { evidenceTokens, undroppedTokens } = receipt;
  if (undroppedTokens <= 0) return null;
  return (
    <div className="token-bars figures">
      <span>With dropout</span>
      <TokenBar share={evidenceTokens / undroppedTokens} />
      <span>{formatCount(evidenceTokens)}</span>
      <span>Without</span>
      <TokenBar share={1} />
      <span>{formatCount(undroppedTokens)}</span>
      <span className="token-bars-words">
        passage tokens for the answer to read: {formatPercent(evidenceTokens / undroppedTokens)} of all that was read
      </span>
    </div>
  );
}

/** The numbers stand beside it, so it is decoration. `share` is 0..1. */
function TokenBar({ share }: { readonly share: number }) {
  return (
    <svg className="token-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect
        className="token-bar-fill"
        data-full={share === 1 || undefined}
        width={100 * Math.min(1, share)}
        height="1"
      />
    </svg>
  );
}
