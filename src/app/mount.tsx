import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { WinnowContext } from '../state/use-winnow.ts';
import type { WinnowState } from '../state/winnow-state.ts';
import { App } from '../ui/shell/app.tsx';
import '../ui/styles/all.css';

/** Draws the page into an element and opens the library. Returns the function that takes the page away again. */
export function mount(element: Element, state: WinnowState): () => void {
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <WinnowContext value={state}>
        <App />
      </WinnowContext>
    </StrictMode>,
  );
  void state.libraryActions.open();
  void state.queryActions.loadHistory();
  return () => root.unmount();
}
