import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DocumentFilter, filterDocuments, foldersOf, isFilterOn, noFilter } from './document-filter.ts';

const dayMs = 86_400_000;
const nowMs = 1000 * dayMs;
const document = (id: string, name: string, mediaType = 'text/plain', daysAgo = 0) => ({
  id,
  name,
  mediaType,
  addedAtMs: nowMs - daysAgo * dayMs,
});
const documents = [
  document('a', 'lease.pdf', 'application/pdf', 400),
  document('b', 'letters/2024/may.eml', 'message/rfc822', 20),
  document('c', 'letters/2025/june.pdf', 'application/pdf', 3),
  document('d', 'letters.txt', 'text/plain', 0),
];
const idsOf = (filter: Partial<DocumentFilter>) =>
  filterDocuments({ ...noFilter, ...filter }, documents, nowMs).map(({ id }) => id);

it('parts narrow each other; values within a part add up', () => {
  expect(idsOf({})).toEqual(['a', 'b', 'c', 'd']);
  expect(idsOf({ mediaTypes: ['application/pdf'] })).toEqual(['a', 'c']);
  expect(idsOf({ mediaTypes: ['application/pdf', 'text/plain'] })).toEqual(['a', 'c', 'd']);
  expect(idsOf({ folder: 'letters' })).toEqual(['b', 'c']);
  expect(idsOf({ folder: 'letters/2024' })).toEqual(['b']);
  expect(idsOf({ addedWithin: 'week' })).toEqual(['c', 'd']);
  expect(idsOf({ addedWithin: 'month' })).toEqual(['b', 'c', 'd']);
  expect(idsOf({ folder: 'letters', mediaTypes: ['application/pdf'] })).toEqual(['c']);
  const chosen = [{ id: 'a', name: 'lease.pdf' }];
  expect(idsOf({ documents: chosen })).toEqual(['a']);
  expect(idsOf({ documents: chosen, addedWithin: 'year' })).toEqual([]);
});

it('any of the tags will do, whatever its capitals', () => {
  const tagged = [
    { ...document('a', 'a'), tags: ['Tax', 'House'] },
    { ...document('b', 'b'), tags: ['house'] },
    document('c', 'c'),
  ];
  const tagFilter = (tags: readonly string[]) =>
    filterDocuments({ ...noFilter, tags }, tagged, nowMs).map(({ id }) => id);
  expect(tagFilter(['TAX'])).toEqual(['a']);
  expect(tagFilter(['House', 'other'])).toEqual(['a', 'b']);
  expect(tagFilter([])).toEqual(['a', 'b', 'c']);
  expect(tagFilter(['other'])).toEqual([]);
});

it('any part that is set turns the filter on', () => {
  expect(isFilterOn(noFilter)).toBe(false);
  for (const part of [
    { documents: [{ id: 'a', name: 'a' }] },
    { mediaTypes: ['text/plain'] },
    { tags: ['Tax'] },
    { folder: 'letters' },
    { addedWithin: 'day' as const },
  ]) {
    expect(isFilterOn({ ...noFilter, ...part })).toBe(true);
  }
});

it('folders are counted with all that lies below', () => {
  expect(foldersOf(documents)).toEqual([
    { folder: 'letters', documentCount: 2 },
    { folder: 'letters/2024', documentCount: 1 },
    { folder: 'letters/2025', documentCount: 1 },
  ]);
});

it('a folder offered holds as many documents as it says', () => {
  const part = fc.constantFrom('a', 'b', 'a b', 'é', '10', '9', '');
  const names = fc.array(fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')));
  fc.assert(
    fc.property(names, (all) => {
      const listed = all.map((name, place) => document(String(place), name));
      for (const { folder, documentCount } of foldersOf(listed)) {
        expect(filterDocuments({ ...noFilter, folder }, listed, nowMs)).toHaveLength(documentCount);
      }
    }),
  );
});
