import { useId } from 'react';
import type { EngineReport } from '../../core/domain/services.ts';
import { useModel, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatCount, formatMs } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { engineName, loadAmount, loadStageSentence } from './model-sentences.ts';

/** Which engine runs the model, how it was chosen, how far loading has come. */
export function ModelBadge() {
  const model = useModel();
  const panelId = useId();
  return (
    <>
      <button
        type="button"
        className="badge"
        data-tone={model.status === 'failed' ? 'bad' : 'plain'}
        popoverTarget={panelId}
      >
        <Icon name={model.status === 'failed' ? 'alert' : 'chip'} />
        <span className="badge-text figures">
          <BadgeWords />
        </span>
      </button>
      <div id={panelId} className="badge-panel" popover="auto">
        <PanelBody />
      </div>
    </>
  );
}

const readyWords = { 'web-llm': 'Model on GPU', transformers: 'Model on CPU', scripted: 'Scripted model' } as const;

function BadgeWords() {
  const model = useModel();
  switch (model.status) {
    case 'idle':
      return 'Model not loaded';
    case 'loading':
      return 'Loading model';
    case 'ready':
      return model.fellBack ? `${readyWords[model.report.engine]}, fallback` : readyWords[model.report.engine];
    case 'failed':
      return 'Model failed';
  }
}

function PanelBody() {
  const model = useModel();
  const { modelActions } = useWinnow();
  switch (model.status) {
    case 'idle':
      return (
        <>
          <h2>The model is not loaded yet</h2>
          <p>It loads with your first question. You can load it now, so that the first answer comes sooner.</p>
          <div className="notice-actions">
            <Button size="small" onClick={modelActions.preload}>
              Load now
            </Button>
          </div>
        </>
      );
    case 'loading':
      return (
        <>
          <h2>{loadStageSentence(model.progress)}</h2>
          <ProgressBar
            label="Loading the model"
            done={model.progress?.doneBytes ?? null}
            total={model.progress?.totalBytes ?? 0}
          />
          <p className="figures">{loadAmount(model.progress)}</p>
          <div className="notice-actions">
            <Button size="small" onClick={modelActions.cancelLoad}>
              Stop loading
            </Button>
          </div>
        </>
      );
    case 'ready':
      return <ReportFacts report={model.report} fellBack={model.fellBack} />;
    case 'failed': {
      const sentence = errorSentence(model.error);
      return (
        <>
          <h2>{sentence.title}</h2>
          <p>{sentence.advice}</p>
          <p className="fine-print">{model.error.message}</p>
          <div className="notice-actions">
            <Button size="small" onClick={modelActions.preload}>
              Try again
            </Button>
          </div>
        </>
      );
    }
  }
}

function ReportFacts({ report, fellBack }: { readonly report: EngineReport; readonly fellBack: boolean }) {
  return (
    <>
      <h2>{engineName(report.engine)}</h2>
      {fellBack && <p>The engine used before had failed, so this one took over.</p>}
      <dl className="facts">
        <dt>Variant</dt>
        <dd>{report.variant}</dd>
        <dt>Reads</dt>
        <dd>{formatCount(report.prefillTokensPerSecond)} tokens a second</dd>
        <dt>Writes</dt>
        <dd>{formatCount(report.decodeTokensPerSecond)} tokens a second</dd>
        <dt>Loaded in</dt>
        <dd>{formatMs(report.loadMs)}</dd>
      </dl>
      <h3>Why this engine</h3>
      <ul className="attempts">
        {report.attempts.map((attempt) => (
          <li key={attempt.engine}>
            <strong>{engineName(attempt.engine)}</strong> — {attempt.outcome}: {attempt.reason}
          </li>
        ))}
      </ul>
    </>
  );
}
