import type { Citation } from '../core/domain/answer.ts';
import type { DocumentId } from '../core/domain/document.ts';
import { errorDataOf } from '../core/domain/errors.ts';
import type { PassageId } from '../core/domain/passage.ts';
import type { FoundPassage } from '../core/domain/search.ts';
import type { LibraryService } from '../core/domain/services.ts';
import type { Pane, SourceStore, SourceText } from './source-store.ts';

/** Documents whose text stays in memory; the one used longest ago goes first. */
const KEPT_TEXTS = 6;

export type SourceActions = {
  readonly showPassage: (passageId: PassageId) => void;
  /** Shows a passage of the search box, on a narrow screen too. */
  readonly showFound: (found: FoundPassage) => void;
  /** Back to the passages of the answer. */
  readonly closeFound: () => void;
  /** Lights a citation and shows its passage; with `focus` the keyboard goes there too. */
  readonly showCitation: (index: number, citation: Citation, focus?: 'evidence' | 'answer') => void;
  readonly showPane: (pane: Pane) => void;
  /** Reads a document's text unless it is there or on its way. */
  readonly wantText: (id: DocumentId) => Promise<void>;
  /** Nothing chosen: before a new question. */
  readonly reset: () => void;
  /** Forgets texts; null means all. */
  readonly forget: (ids: readonly DocumentId[] | null) => void;
};

export function createSourceActions(store: SourceStore, library: Pick<LibraryService, 'read'>): SourceActions {
  const put = (id: DocumentId, text: SourceText): void => {
    const texts = new Map(store.getState().texts);
    texts.delete(id);
    texts.set(id, text);
    for (const oldest of texts.keys()) {
      if (texts.size <= KEPT_TEXTS) break;
      texts.delete(oldest);
    }
    store.setState({ texts });
  };

  const wantText = async (id: DocumentId): Promise<void> => {
    const known = store.getState().texts.get(id);
    if (known !== undefined && known.status !== 'failed') {
      if (known.status === 'ready') put(id, known);
      return;
    }
    const waiting: SourceText = { status: 'loading' };
    put(id, waiting);
    const isWanted = (): boolean => store.getState().texts.get(id) === waiting;
    try {
      const document = await library.read(id);
      if (isWanted()) put(id, { status: 'ready', document });
    } catch (error) {
      if (isWanted()) put(id, { status: 'failed', error: errorDataOf(error) });
    }
  };

  return {
    showPassage: (passageId) => store.setState({ passageId, found: null, citationIndex: null, focus: null }),
    showFound: (found) => store.setState({ found, citationIndex: null, focus: null, pane: 'evidence' }),
    closeFound: () => store.setState({ found: null }),
    showCitation: (index, citation, focus) =>
      store.setState({
        passageId: citation.passageId,
        found: null,
        citationIndex: index,
        focus: focus === undefined ? null : { on: focus },
      }),
    showPane: (pane) => store.setState({ pane }),
    wantText,
    reset: () => store.setState({ passageId: null, found: null, citationIndex: null, focus: null, pane: 'question' }),
    forget: (ids) => {
      const texts = new Map(ids === null ? [] : store.getState().texts);
      for (const id of ids ?? []) texts.delete(id);
      store.setState({ texts });
    },
  };
}
