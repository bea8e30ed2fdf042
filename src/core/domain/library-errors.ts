import type { DocumentId } from './document.ts';
import { WinnowError } from './errors.ts';

export function documentDuplicate(documentId: DocumentId, name: string, existingName: string): WinnowError {
  return new WinnowError(
    'document-duplicate',
    `“${name}” is in the library already, as “${existingName}”: both files hold the same bytes. Nothing was added.`,
    { documentId, name, existingName },
  );
}

export function documentNotFound(documentId: DocumentId): WinnowError {
  const message = 'This document is not in the library any more. Add the file again.';
  return new WinnowError('document-not-found', message, { documentId });
}
