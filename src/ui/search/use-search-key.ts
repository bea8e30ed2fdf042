import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useWinnow } from '../../state/use-winnow.ts';

/**
 * Ctrl or ⌘ and K go to the search box from anywhere.
 * @param room what the box and its results stand in
 * @returns what had the keyboard before, for the way back
 */
export function useSearchKey(
  room: RefObject<HTMLElement | null>,
  box: RefObject<HTMLInputElement | null>,
): RefObject<HTMLElement | null> {
  const { sourceActions } = useWinnow();
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'k';
      if (!isShortcut || box.current === null || document.querySelector('dialog[open]') !== null) return;
      // Some browsers go to their own search box.
      event.preventDefault();
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !room.current?.contains(activeElement))
        before.current = activeElement;
      // On a narrow screen the box is in another column, and cannot have the keyboard before that is shown.
      flushSync(() => sourceActions.showPane('library'));
      box.current.focus();
      box.current.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [room, box, sourceActions]);
  return before;
}
