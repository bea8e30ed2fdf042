/** What callers must hold to. A breach is a fault of Winnow's own, save for a document without passages. */
import type { DocumentId } from '../../domain/document.ts';
import { WinnowError } from '../../domain/errors.ts';
import type { Passage } from '../../domain/passage.ts';
import type { Stemmers } from '../../domain/ports.ts';
import { indexLanguageOf } from './index-languages.ts';

/** @throws WinnowError `document-empty` without passages */
export function assertPassagesOfOneDocument(documentName: string, passages: readonly Passage[]): DocumentId {
  const documentId = passages[0]?.documentId;
  if (documentId === undefined) {
    throw new WinnowError('document-empty', `${documentName} has no passage to index.`, { documentName });
  }
  for (const [position, { id, ordinal }] of passages.entries()) {
    if (ordinal === position && id === `${documentId}:${ordinal}`) continue;
    const message = `Passage ${id} has ordinal ${ordinal} at position ${position} of document ${documentId}.`;
    throw new WinnowError('internal', message, { documentId, ordinal, position });
  }
  return documentId;
}

/** One for each passage, and each a language that the index can stem or leave alone. */
export function assertLanguages(languages: readonly string[], passageCount: number, stemmers: Stemmers): void {
  const unknown = languages.find((language) => indexLanguageOf(language, stemmers.languages) !== language);
  if (languages.length === passageCount && unknown === undefined) return;
  const fault = unknown === undefined ? `${languages.length} languages` : `Language "${unknown}"`;
  throw new WinnowError('internal', `${fault} for ${passageCount} passages do not fit.`, { passageCount });
}

export function assertVectors(
  vectors: Float32Array,
  shape: { readonly dimension: number; readonly firstOrdinal: number; readonly passageCount: number },
): void {
  const { dimension, firstOrdinal, passageCount } = shape;
  const count = vectors.length / dimension;
  if (!Number.isInteger(count) || firstOrdinal < 0 || firstOrdinal + count > passageCount) {
    const message = `${vectors.length} numbers from passage ${firstOrdinal} do not fit ${passageCount} × ${dimension}.`;
    throw new WinnowError('internal', message, shape);
  }
  const fault = vectors.findIndex((value) => !Number.isFinite(value));
  if (fault >= 0) {
    throw new WinnowError('internal', `Number ${fault} of the vectors is ${vectors[fault]}.`, { ...shape, fault });
  }
}
