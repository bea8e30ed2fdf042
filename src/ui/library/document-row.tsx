import { memo, useState } from 'react';
import type { DocumentSummary } from '../../core/domain/document.ts';
import { useFilter, useLibrary, useWinnow } from '../../state/use-winnow.ts';
import { pathParts } from '../format.ts';
import { IconButton } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { canBeRecognised, documentMeasure, kindOf, warningSentences } from './document-facts.ts';
import { DocumentTags } from './document-tags.tsx';
import { RecogniseButton } from './recognise-button.tsx';

/** Drawn again only when its document changes: a library may hold thousands. */
export const DocumentRow = memo(function DocumentRow({ document }: { readonly document: DocumentSummary }) {
  const { libraryActions, filterActions } = useWinnow();
  const isChosen = useFilter().documents.some(({ id }) => id === document.id);
  const [isTagging, setIsTagging] = useState(false);
  const isBeingRead = useLibrary(({ imports }) =>
    imports.some(
      ({ recognisedId, status }) => recognisedId === document.id && (status === 'waiting' || status === 'running'),
    ),
  );
  const [isAsking, setIsAsking] = useState(false);
  const warnings = warningSentences(document);
  const { folder, file } = pathParts(document.name);
  return (
    <li className="document">
      <span className="document-kind" aria-hidden="true">
        {kindOf(document.mediaType)}
      </span>
      <div className="document-body">
        <p className="document-name" title={document.title ?? document.name}>
          {file}
        </p>
        {folder !== '' && <p className="document-folder">{folder}</p>}
        <p className="document-measure figures">{documentMeasure(document)}</p>
        {warnings.map((warning) => (
          <p key={warning} className="document-warning">
            {warning}
          </p>
        ))}
        {canBeRecognised(document) && !isBeingRead && (
          <RecogniseButton
            what={`the pictures of “${file}”`}
            onRecognise={(language) => void libraryActions.recogniseDocument(document, language)}
          >
            Read the text in the pictures
          </RecogniseButton>
        )}
      </div>
      <IconButton
        icon="tag"
        label={`Tag ${document.name}`}
        isExpanded={isTagging}
        onClick={() => setIsTagging(!isTagging)}
      />
      <IconButton
        icon="filter"
        label={`Search and ask only in ${document.name}`}
        isPressed={isChosen}
        onClick={() => filterActions.toggleDocument(document)}
      />
      <IconButton icon="trash" label={`Remove ${document.name}`} onClick={() => setIsAsking(true)} />
      <DocumentTags document={document} isTagging={isTagging} onClose={() => setIsTagging(false)} />
      {isAsking && (
        <ConfirmDialog
          title={`Remove “${document.name}”?`}
          confirmLabel="Remove"
          onConfirm={() => void libraryActions.remove(document.id)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            It is taken out of the library and the search index. Earlier questions keep the passages that they were
            answered from, until you remove them too. The file you added it from stays where it is.
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
});
