import { useRef } from 'react';
import { useWinnow } from '../../state/use-winnow.ts';
import { Button } from '../kit/button.tsx';
import { pickedFiles } from '../shell/dropped-files.ts';

/** Opens the system's chooser of folders and adds all files of the folder that was chosen, and of those in it. */
export function FolderButton() {
  const { libraryActions, sourceActions } = useWinnow();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="outline" size="small" onClick={() => input.current?.click()}>
        <span className="visually-hidden">Add </span>Folder
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        webkitdirectory=""
        tabIndex={-1}
        aria-label="Add folder"
        onChange={(event) => {
          const { files, rest } = pickedFiles([...(event.target.files ?? [])]);
          // The same folder may be chosen again.
          event.target.value = '';
          // On a narrow screen the progress is in another column.
          if (files.length > 0) sourceActions.showPane('library');
          void libraryActions.addFiles(files, rest);
        }}
      />
    </>
  );
}
