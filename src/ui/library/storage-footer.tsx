import { useState } from 'react';
import { useLibrary, useQuery, useWinnow } from '../../state/use-winnow.ts';
import { formatBytes, formatPlural } from '../format.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';

/** What Winnow keeps in this browser, and the way to get rid of all of it. */
export function StorageFooter() {
  const { libraryActions } = useWinnow();
  const storage = useLibrary((facts) => facts.storage);
  const documentCount = useLibrary((facts) => facts.documents.length);
  const questionCount = useQuery((facts) => facts.traces.length);
  const [isAsking, setIsAsking] = useState(false);
  const isBare = documentCount === 0 && questionCount === 0 && storage?.usedBytes === 0;
  if (storage === null || isBare) return null;
  return (
    <div className="library-foot">
      <p className="fine-print figures">
        {formatBytes(storage.usedBytes)} in this browser, models included
        {storage.medium === 'memory' && '; kept until the page is closed'}
      </p>
      {storage.repairs.map((repair) => (
        <p key={repair.message} className="document-warning">
          {repair.message}
        </p>
      ))}
      <Button look="quiet" size="small" onClick={() => setIsAsking(true)}>
        Delete everything
      </Button>
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
