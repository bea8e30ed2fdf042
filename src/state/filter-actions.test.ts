import { expect, test } from 'vitest';
import { isFilterOn, noFilter } from '../core/domain/document-filter.ts';
import { createFilterActions } from './filter-actions.ts';
import { createFilterStore } from './filter-store.ts';

function setUp() {
  const store = createFilterStore();
  return { actions: createFilterActions(store), filter: () => store.getState().filter };
}

const lease = { id: 'a', name: 'lease.pdf' };
const letter = { id: 'b', name: 'letter.eml' };

test('documents and kinds are taken in and out, kinds with all their types', () => {
  const { actions, filter } = setUp();
  actions.toggleDocument(lease);
  actions.toggleDocument(letter);
  actions.toggleDocument(lease);
  expect(filter().documents).toEqual([letter]);
  const html = ['text/html', 'application/xhtml+xml'];
  actions.toggleMediaTypes(['application/pdf']);
  actions.toggleMediaTypes(html);
  expect(filter().mediaTypes).toEqual(['application/pdf', ...html]);
  actions.toggleMediaTypes(html);
  expect(filter().mediaTypes).toEqual(['application/pdf']);
});

test('a tag is taken in and out, whatever its capitals', () => {
  const { actions, filter } = setUp();
  actions.toggleTag('Tax');
  actions.toggleTag('House');
  expect(filter().tags).toEqual(['Tax', 'House']);
  actions.toggleTag('TAX');
  expect(filter().tags).toEqual(['House']);
  expect(isFilterOn(filter())).toBe(true);
});

test('clears all parts at once', () => {
  const { actions, filter } = setUp();
  actions.toggleDocument(lease);
  actions.setFolder('letters');
  actions.setAddedWithin('week');
  actions.toggleMediaTypes(['text/plain']);
  expect(isFilterOn(filter())).toBe(true);
  actions.clear();
  expect(filter()).toEqual(noFilter);
});

test('a document that is gone goes out of the filter; the last one turns that part off', () => {
  const { actions, filter } = setUp();
  actions.toggleDocument(lease);
  actions.toggleDocument(letter);
  actions.setFolder('letters');
  actions.forget(['a', 'x']);
  expect(filter()).toMatchObject({ documents: [letter], folder: 'letters' });
  actions.forget(['b']);
  expect(filter().documents).toEqual([]);
  actions.forget(null);
  expect(filter()).toEqual(noFilter);
});
