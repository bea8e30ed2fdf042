import type { DocumentId } from '../../domain/document.ts';
import type { Segment } from './segment.ts';

/** Documents that a search is restricted to; null for all. */
export type DocumentScope = ReadonlySet<DocumentId> | null;

/** Rows [first, end) of a segment that a search may find, in order. Removed ones may be among them. */
export function rowRanges(segment: Segment, scope: DocumentScope): readonly { first: number; end: number }[] {
  if (scope === null) return [{ first: 0, end: segment.lengths.length }];
  return segment.documents
    .filter(({ documentId }) => scope.has(documentId))
    .map(({ firstRow, rowCount }) => ({ first: firstRow, end: firstRow + rowCount }));
}
