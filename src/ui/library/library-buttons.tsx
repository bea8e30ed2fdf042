import { useRef } from 'react';
import { useTransfer, useWinnow } from '../../state/use-winnow.ts';
import { Button } from '../kit/button.tsx';
import { chooseSaveTarget, downloadLibrary, libraryFileName } from './save-library.ts';

/** Writes the whole library into a file that the person chooses, or gets as a download. */
export function ExportButton() {
  const { transferActions } = useWinnow();
  const isBusy = useTransfer((facts) => facts.transfer?.status === 'running');
  const exportLibrary = async (): Promise<void> => {
    const suggested = libraryFileName(Date.now());
    const target = await chooseSaveTarget(suggested);
    if (target === 'none') return;
    const file = await transferActions.exportLibrary(target?.name ?? suggested, target);
    if (file !== null) downloadLibrary(suggested, file);
  };
  return (
    <Button look="quiet" size="small" disabled={isBusy} onClick={() => void exportLibrary()}>
      Export library
    </Button>
  );
}

/** Opens the system's file chooser for a library that was exported before. */
export function ImportButton() {
  const { transferActions, sourceActions } = useWinnow();
  const isBusy = useTransfer((facts) => facts.transfer?.status === 'running');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="quiet" size="small" disabled={isBusy} onClick={() => input.current?.click()}>
        Import library
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label="Import library"
        accept=".zip,application/zip"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after an error.
          event.target.value = '';
          if (file === undefined) return;
          // On a narrow screen the progress is in another column.
          sourceActions.showPane('library');
          void transferActions.importLibrary({ name: file.name, data: file });
        }}
      />
    </>
  );
}
