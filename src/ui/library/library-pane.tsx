import type { ImportJob } from '../../state/library-store.ts';
import { useLibrary, useSearch } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatCount, formatPlural } from '../format.ts';
import { Notice } from '../kit/notice.tsx';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { Search } from '../search/search.tsx';
import { importStageSentence } from './document-facts.ts';
import { DocumentRow } from './document-row.tsx';
import { FileButton } from './file-button.tsx';
import { FolderButton } from './folder-button.tsx';
import { ImportList } from './import-list.tsx';
import { StorageFooter } from './storage-footer.tsx';
import { useGrowingCount } from './use-growing-count.ts';

export function LibraryPane() {
  const documentCount = useLibrary((facts) => facts.documents.length);
  const phase = useLibrary((facts) => facts.phase);
  const error = useLibrary((facts) => facts.error);
  const isAdding = useLibrary((facts) => facts.imports.some(isOpen));
  const isSearching = useSearch(({ text }) => text.trim() !== '');
  const sentence = error === null ? null : errorSentence(error);
  return (
    <div className="library">
      <div className="column-head">
        <h2>Library</h2>
        <span className="library-adders">
          <FileButton look="outline" size="small">
            Add files
          </FileButton>
          <FolderButton />
        </span>
      </div>
      {(phase === 'opening' || documentCount > 0) && <Search />}
      {/* Kept, so that whoever leaves the search finds the list as it was. */}
      <div className="library-scroll" hidden={isSearching}>
        {sentence !== null && (
          <Notice tone="bad" title={sentence.title}>
            {sentence.advice}
          </Notice>
        )}
        <ImportList />
        {phase === 'opening' && <OpeningProgress />}
        {phase === 'ready' && documentCount === 0 && !isAdding && (
          <p className="library-empty">No documents yet. Drop files or folders anywhere on this page.</p>
        )}
        <DocumentList />
      </div>
      <EmbeddingProgress />
      <StorageFooter />
    </div>
  );
}

function DocumentList() {
  const documents = useLibrary((facts) => facts.documents);
  const shownCount = useGrowingCount(documents.length);
  return (
    <ul className="documents" aria-label="Documents" aria-busy={shownCount < documents.length}>
      {documents.slice(0, shownCount).map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
    </ul>
  );
}

const isOpen = ({ status }: ImportJob): boolean => status === 'waiting' || status === 'running';

function OpeningProgress() {
  const opening = useLibrary((facts) => facts.opening);
  return (
    <div className="opening">
      <p className="fine-print figures">
        {opening === null ? 'Opening the library' : `Bringing the library up to date. ${importStageSentence(opening)}`}
      </p>
      <ProgressBar label="Opening the library" done={opening?.done ?? null} total={opening?.total ?? 0} />
    </div>
  );
}

/** Word search works at once; search by meaning grows while vectors are made. */
function EmbeddingProgress() {
  const passageCount = useLibrary((facts) => facts.passageCount);
  const embeddedCount = useLibrary((facts) => facts.embeddedCount);
  const fault = useLibrary((facts) => facts.embeddingFault);
  if (passageCount === 0 || embeddedCount >= passageCount) return null;
  if (fault !== null) {
    return (
      <p className="document-warning embedding" title={fault.message}>
        Search by meaning is not running, so passages are found by their words only. {errorSentence(fault).advice}
      </p>
    );
  }
  return (
    <div className="embedding">
      <ProgressBar label="Embedding passages" done={embeddedCount} total={passageCount} />
      <p className="fine-print figures">
        Search by meaning is being prepared: {formatCount(embeddedCount)} of {formatPlural(passageCount, 'passage')}.
        You can already ask.
      </p>
    </div>
  );
}
