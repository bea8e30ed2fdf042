import type { DocumentId, DocumentWarning } from './document.ts';
import { type ErrorData, WinnowError } from './errors.ts';

/** `needed`: none was given; `wrong`: the one that was given does not open the file. */
export type PasswordAsked = 'needed' | 'wrong';

/** For a document that its password opens. The password itself is in no error. */
export function documentLocked(name: string, asked: PasswordAsked, cause?: unknown): WinnowError {
  const message =
    asked === 'needed'
      ? `“${name}” is protected by a password. Give its password, or save a copy without one and add that.`
      : `The password given does not open “${name}”. Check it and try again, or save a copy without one and add that.`;
  return new WinnowError('document-encrypted', message, { name, password: asked }, cause);
}

/** What a document's error asks for; null for errors that no password helps against. */
export function passwordAsked({ code, details }: ErrorData): PasswordAsked | null {
  const asked = details['password'];
  return code === 'document-encrypted' && (asked === 'needed' || asked === 'wrong') ? asked : null;
}

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
