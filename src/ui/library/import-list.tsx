import type { ImportJob } from '../../state/library-store.ts';
import { useLibrary, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatBytes } from '../format.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { importStageSentence } from './document-facts.ts';

/** Files on their way in, and those that did not get in, each with its reason. */
export function ImportList() {
  const { libraryActions } = useWinnow();
  const imports = useLibrary((facts) => facts.imports);
  const openCount = imports.filter((job) => job.status === 'waiting' || job.status === 'running').length;
  const ended = imports.filter((job) => job.status === 'failed' || job.status === 'cancelled');
  if (imports.length === 0) return null;
  return (
    <section className="imports" aria-label="Files being added">
      <ul>
        {imports.map((job) => (
          <ImportRow key={job.id} job={job} />
        ))}
      </ul>
      {openCount > 1 && (
        <Button look="quiet" size="small" onClick={libraryActions.cancelAllImports}>
          Cancel all {openCount}
        </Button>
      )}
      {ended.length > 1 && (
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            for (const job of ended) libraryActions.dismissImport(job.id);
          }}
        >
          Dismiss all {ended.length}
        </Button>
      )}
    </section>
  );
}

function ImportRow({ job }: { readonly job: ImportJob }) {
  const { libraryActions } = useWinnow();
  const isOpen = job.status === 'waiting' || job.status === 'running';
  return (
    <li className="import" data-status={job.status}>
      <div className="import-body">
        <p className="document-name" title={job.name}>
          {job.name}
        </p>
        <ImportState job={job} />
      </div>
      {isOpen ? (
        <IconButton icon="close" label={`Cancel ${job.name}`} onClick={() => libraryActions.cancelImport(job.id)} />
      ) : (
        <IconButton icon="close" label={`Dismiss ${job.name}`} onClick={() => libraryActions.dismissImport(job.id)} />
      )}
    </li>
  );
}

function ImportState({ job }: { readonly job: ImportJob }) {
  if (job.status === 'waiting') return <p className="document-measure">Waiting · {formatBytes(job.byteLength)}</p>;
  if (job.status === 'cancelled') return <p className="document-measure">Cancelled. Nothing was kept of it.</p>;
  if (job.status === 'failed') {
    if (job.error === null) return null;
    const sentence = errorSentence(job.error);
    return (
      <p className="import-error">
        <Icon name="alert" />
        <span>
          <strong>{sentence.title}</strong> {sentence.advice}
        </span>
      </p>
    );
  }
  return (
    <>
      <p className="document-measure figures">{importStageSentence(job.progress)}</p>
      <ProgressBar
        label={`Adding ${job.name}`}
        done={job.progress !== null && job.progress.total > 0 ? job.progress.done : null}
        total={job.progress?.total ?? 0}
      />
    </>
  );
}
