import type { Citation } from '../core/domain/answer.ts';
import type { DocumentId } from '../core/domain/document.ts';
import { errorDataOf } from '../core/domain/errors.ts';
import type { PassageId } from '../core/domain/passage.ts';
import type { LibraryService } from '../core/domain/services.ts';
import type { Pane, SourceStore, SourceText } from './source-store.ts';

/** Documents whose text stays in memory; the one used longest ago goes first. */
const KEPT_TEXTS = 6;

export type SourceActions = {
  readonly showPassage: (passage: { readonly id: PassageId; readonly documentId: DocumentId }) => void;
  /** Lights a citation and shows its passage. */
  readonly showCitation: (index: number, citation: Citation) => void;
  readonly showPane: (pane: Pane) => void;
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

  const read = async (id: DocumentId): Promise<void> => {
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
    showPassage: ({ id, documentId }) => {
      store.setState({ passageId: id, citationIndex: null });
      void read(documentId);
    },
    showCitation: (index, citation) => {
      store.setState({ passageId: citation.passageId, citationIndex: index });
      void read(citation.documentId);
    },
    showPane: (pane) => store.setState({ pane }),
    reset: () => store.setState({ passageId: null, citationIndex: null }),
    forget: (ids) => {
      const texts = new Map(ids === null ? [] : store.getState().texts);
      for (const id of ids ?? []) texts.delete(id);
      store.setState({ texts });
    },
  };
}
