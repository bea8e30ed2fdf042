import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DocumentSummary } from './document.ts';
import type { LibraryState } from './services.ts';
import { noticeOf, stateAfter } from './state-notice.ts';

const summary = (id: string, embeddedCount = 0): DocumentSummary => ({
  id,
  name: id,
  title: null,
  mediaType: 'text/plain',
  byteLength: 1,
  addedAtMs: 0,
  pageCount: 0,
  passageCount: 1,
  embeddedCount,
  warnings: [],
});
const stateOf = (documents: readonly DocumentSummary[]): LibraryState => ({
  documents,
  passageCount: documents.length,
  embeddedCount: 0,
});
const empty = stateOf([]);

it('of a thousand documents only the one that was added is sent', () => {
  const before = stateOf(Array.from({ length: 1000 }, (_, n) => summary(`d${n}`)));
  const after = stateOf([summary('new'), ...before.documents]);
  const notice = noticeOf(before, after);
  expect(notice.changed.map(({ document }) => document.id)).toEqual(['new']);
  const seen = stateAfter(before, structuredClone(notice));
  expect(seen).toEqual(after);
  expect(seen.documents[500]).toBe(before.documents[499]);
});

it('the other side has the state as it is after any changes', () => {
  const step = fc.record({ add: fc.array(fc.nat(30)), change: fc.array(fc.nat(30)), remove: fc.array(fc.nat(30)) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), fc.boolean(), (steps, isShuffled) => {
      let sent: LibraryState | null = null;
      let seen = empty;
      let serial = 0;
      for (const { add, change, remove } of steps) {
        let documents: DocumentSummary[] = [...(sent ?? empty).documents];
        for (const place of add) documents.splice(place, 0, summary(`d${serial++}`));
        documents = documents.filter((_, place) => !remove.includes(place));
        documents = documents.map((document, place) => (change.includes(place) ? summary(document.id, 1) : document));
        if (isShuffled) documents.reverse();
        const after = stateOf(documents);
        seen = stateAfter(seen, structuredClone(noticeOf(sent, after)));
        sent = after;
        expect(seen).toEqual(after);
      }
    }),
  );
});
