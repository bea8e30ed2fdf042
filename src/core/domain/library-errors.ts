import type { DocumentId, DocumentWarning } from './document.ts';
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

/** What a document says whose original file is gone. */
export const originalLostWarning = {
  code: 'part-not-read',
  message:
    'The original file is lost; its text is still here. Remove the document and add the file again to get it back.',
} as const satisfies DocumentWarning;

export function originalLost(documentId: DocumentId, name: string): WinnowError {
  const message = `The original file of “${name}” is lost or damaged; its text is still here. Remove the document and add the file again.`;
  return new WinnowError('original-lost', message, { documentId, name });
}
