import { type RefObject, useRef, useState } from 'react';
import { isInPictures } from '../../core/domain/errors.ts';
import { passwordAsked } from '../../core/domain/library-errors.ts';
import type { ImportJob } from '../../state/library-store.ts';
import { useLibrary, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatBytes, formatPlural, pathParts } from '../format.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { importStageSentence } from './document-facts.ts';
import { PasswordForm } from './password-form.tsx';
import { RecogniseButton } from './recognise-button.tsx';
import { insideSentence, shownImports } from './shown-imports.ts';

/** Files on their way in, and those that did not get in, each with its reason. */
export function ImportList() {
  const { libraryActions } = useWinnow();
  const imports = useLibrary((facts) => facts.imports);
  const openCount = imports.filter((job) => job.status === 'waiting' || job.status === 'running').length;
  const ended = imports.filter((job) => job.status !== 'waiting' && job.status !== 'running');
  const inPictures = imports.filter((job) => job.canRecognise);
  if (imports.length === 0) return null;
  const { rows, others } = shownImports(imports);
  return (
    <section className="imports" aria-label="Files being added">
      <ul>
        {rows.map((job) => (
          <ImportRow key={job.id} job={job} />
        ))}
      </ul>
      {others.map((sentence) => (
        <p key={sentence} className="fine-print figures">
          {sentence}
        </p>
      ))}
      {openCount > 1 && (
        <Button look="quiet" size="small" onClick={libraryActions.cancelAllImports}>
          Cancel all {openCount}
        </Button>
      )}
      {inPictures.length > 1 && (
        <RecogniseButton
          look="quiet"
          what={`${inPictures.length} files`}
          onRecognise={(language) =>
            void libraryActions.recogniseImports(
              inPictures.map(({ id }) => id),
              language,
            )
          }
        >
          {`Read the pictures of all ${inPictures.length}`}
        </RecogniseButton>
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
  const { folder, file } = pathParts(job.name);
  const row = useRef<HTMLLIElement>(null);
  return (
    <li ref={row} className="import" data-status={job.status} tabIndex={-1}>
      <div className="import-body">
        <p className="document-name" title={job.name}>
          {file}
        </p>
        {folder !== '' && <p className="document-folder">{folder}</p>}
        <ImportState job={job} />
        <Unlocking job={job} row={row} />
        {job.canRecognise && (
          <RecogniseButton
            what={`“${file}”`}
            onRecognise={(language) => void libraryActions.recogniseImports([job.id], language)}
          >
            Read the text in the pictures
          </RecogniseButton>
        )}
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
  if (job.status === 'cancelled') return <p className="document-measure">{cancelledSentence(job)}</p>;
  if (job.status === 'noted') {
    return job.inside === null ? null : <p className="document-warning">{insideSentence(job.inside)}</p>;
  }
  if (job.status === 'failed') {
    if (job.error === null) return null;
    const sentence = errorSentence(job.error);
    const isOutOfReach = isInPictures(job.error) && !job.canRecognise;
    return (
      <p id={errorIdOf(job)} className="import-error">
        <Icon name="alert" />
        <span>
          <strong>{sentence.title}</strong> {sentence.advice}
          {isOutOfReach && ' Add the file by itself for that.'}
        </span>
      </p>
    );
  }
  const isOpened = job.inside !== null && job.progress === null;
  return (
    <>
      <p className="document-measure figures">
        {isOpened
          ? `Opening it: ${formatPlural(job.inside?.addedCount ?? 0, 'file')} added`
          : importStageSentence(job.progress)}
      </p>
      <ProgressBar
        label={job.progress?.stage === 'recognising' ? `Reading the pictures of ${job.name}` : `Adding ${job.name}`}
        done={job.progress !== null && job.progress.total > 0 ? job.progress.done : null}
        total={job.progress?.total ?? 0}
      />
    </>
  );
}

const errorIdOf = ({ id }: ImportJob): string => `import-error-${id}`;

/**
 * Under a locked file's reason: the way to its password. The row takes the focus from the field when that goes; a wrong
 * password brings the field back, which takes the focus again unless the person has gone on elsewhere.
 */
function Unlocking({ job, row }: { readonly job: ImportJob; readonly row: RefObject<HTMLLIElement | null> }) {
  const { libraryActions } = useWinnow();
  const [isAsking, setIsAsking] = useState(false);
  const asked = job.status === 'failed' && job.error !== null ? passwordAsked(job.error) : null;
  if (asked === null) return null;
  if (!isAsking) {
    return (
      <Button size="small" aria-label={`Enter the password of ${job.name}`} onClick={() => setIsAsking(true)}>
        Enter password
      </Button>
    );
  }
  return (
    <PasswordForm
      name={job.name}
      row={row}
      faultId={asked === 'wrong' ? errorIdOf(job) : undefined}
      onSubmit={(password) => {
        row.current?.focus();
        void libraryActions.unlockImport(job.id, password);
      }}
      onClose={() => {
        row.current?.focus();
        setIsAsking(false);
      }}
    />
  );
}

function cancelledSentence({ inside, recognisedId }: ImportJob): string {
  if (recognisedId !== null) return 'Cancelled. The document is as it was.';
  const addedCount = inside?.addedCount ?? 0;
  if (addedCount === 0) return 'Cancelled. Nothing was kept of it.';
  return `Cancelled. ${formatPlural(addedCount, 'file')} of it ${addedCount === 1 ? 'was' : 'were'} added before.`;
}
