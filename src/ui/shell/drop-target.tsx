import { useEffect, useState } from 'react';
import { useWinnow } from '../../state/use-winnow.ts';
import { Icon } from '../kit/icon.tsx';
import { droppedFiles } from './dropped-files.ts';

/** Lets files be dropped anywhere on the page. */
export function DropTarget() {
  const { libraryActions, sourceActions } = useWinnow();
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    // Entering a child comes before leaving its parent, so only a count knows when the pointer is really out.
    let depth = 0;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth += 1;
      setIsOver(true);
    };
    const leave = (): void => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setIsOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      sourceActions.showPane('library');
      void droppedFiles(event.dataTransfer).then(({ files, rest }) => libraryActions.addFiles(files, rest));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [libraryActions, sourceActions]);

  if (!isOver) return null;
  return (
    <div className="drop-veil" aria-hidden="true">
      <div className="drop-veil-card">
        <Icon name="upload" />
        Drop to add to your library
      </div>
    </div>
  );
}
