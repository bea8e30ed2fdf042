import { useRef } from 'react';
import { useWinnow } from '../../state/use-winnow.ts';
import { Button } from '../kit/button.tsx';
import { acceptedFiles } from './accepted-files.ts';

type FileButtonProps = {
  readonly look: 'solid' | 'outline';
  readonly size?: 'normal' | 'small';
  readonly children: string;
};

/** Opens the system's file chooser and adds what was chosen to the library. */
export function FileButton({ look, size = 'normal', children }: FileButtonProps) {
  const { libraryActions, sourceActions } = useWinnow();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} size={size} icon="plus" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={children}
        accept={acceptedFiles}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])].map((file) => ({ name: file.name, data: file }));
          // The same file may be chosen again after an error.
          event.target.value = '';
          // On a narrow screen the progress is in another column.
          if (files.length > 0) sourceActions.showPane('library');
          void libraryActions.addFiles(files);
        }}
      />
    </>
  );
}
