import { expect, test } from 'vitest';
import { noFilter } from '../../core/domain/document-filter.ts';
import { filterWords, kindsOf } from './filter-words.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('a filter is told part by part', () => {
  expect(filterWords(noFilter)).toEqual([]);
  expect(
    filterWords({
      documents: [{ id: 'a', name: 'lease.pdf' }],
      mediaTypes: ['application/pdf', word, 'text/html', 'application/xhtml+xml'],
      folder: 'letters/2024',
      addedWithin: 'week',
      tags: ['Tax', 'House'],
    }),
  ).toEqual([
    'lease.pdf',
    'PDF or Word or Web page',
    'tagged Tax or House',
    'in letters/2024',
    'added in the last 7 days',
  ]);
});

test('many chosen documents are counted, not listed', () => {
  const documents = ['a', 'b', 'c'].map((id) => ({ id, name: id }));
  expect(filterWords({ ...noFilter, documents })).toEqual(['3 chosen documents']);
});

test('types of one kind are one choice', () => {
  const documents = ['text/html', 'application/pdf', 'application/xhtml+xml'].map((mediaType) => ({ mediaType }));
  expect(kindsOf(documents)).toEqual([
    { name: 'PDF', mediaTypes: ['application/pdf'], documentCount: 1 },
    { name: 'Web page', mediaTypes: ['text/html', 'application/xhtml+xml'], documentCount: 2 },
  ]);
});
