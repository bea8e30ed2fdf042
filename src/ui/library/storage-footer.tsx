import { useState } from 'react';
import { useLibrary, useQuery, useTransfer, useWinnow } from '../../state/use-winnow.ts';
import { formatPlural } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { ExportButton, ImportButton } from './library-buttons.tsx';
import { keepSentence, tightSentence, usedSentence } from './storage-sentences.ts';
import { TransferStatus } from './transfer-status.tsx';

/** What Winnow keeps in this browser and for how long, and the ways to carry it elsewhere or to get rid of all of it. */
export function StorageFooter() {
  const { libraryActions } = useWinnow();
  const storage = useLibrary((facts) => facts.storage);
  const documentCount = useLibrary((facts) => facts.documents.length);
  const questionCount = useQuery((facts) => facts.traces.length);
  const tightRoom = useTransfer((facts) => facts.tightRoom);
  const [isAsking, setIsAsking] = useState(false);
  const isBare = documentCount === 0 && questionCount === 0 && storage?.usedBytes === 0;
  if (storage === null) return null;
  return (
    <div className="library-foot">
      <TransferStatus />
      {tightRoom !== null && <p className="document-warning figures">{tightSentence(tightRoom)}</p>}
      {!isBare && <p className="fine-print figures">{usedSentence(storage)}</p>}
      {documentCount > 0 && <p className="fine-print">{keepSentence(storage)}</p>}
      {storage.repairs.map((repair) => (
        <p key={repair.message} className="document-warning">
          {repair.message}
        </p>
      ))}
      <div className="library-foot-buttons">
        {documentCount > 0 && <ExportButton />}
        <ImportButton />
        {!isBare && (
          <Button look="quiet" size="small" onClick={() => setIsAsking(true)}>
            Delete everything
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete everything that Winnow stored?"
          confirmLabel="Delete everything"
          onConfirm={() => void libraryActions.clear()}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {formatPlural(documentCount, 'document')}, the search index, {formatPlural(questionCount, 'past question')}{' '}
            and the stored model files are deleted from this browser. Your original files stay where they are.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
