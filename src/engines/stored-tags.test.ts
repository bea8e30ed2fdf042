import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import type { Store } from '../core/domain/store.ts';
import { tagsOf, withTag } from '../core/domain/tags.ts';
import { storedDocument } from '../core/pipeline/stored-library-fixture.ts';
import { createDexieStore } from './dexie-store.ts';
import { createIndexedFiles } from './indexed-files.ts';
import { LibraryDatabase } from './library-database.ts';
import { rowsOf } from './passage-rows.ts';

const opened: Store[] = [];
let nameCount = 0;
const newName = (): string => `tags-${nameCount++}`;

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

function openStore(name: string): Store {
  const store = createDexieStore(name, createIndexedFiles);
  opened.push(store);
  return store;
}

const document = () =>
  storedDocument({
    original: new TextEncoder().encode('One.').buffer,
    id: 'a',
    name: 'a.txt',
    paragraphs: ['One.'],
    addedAtMs: 1,
    embeddedCount: 0,
  });

it('tags are there after reopening, with the document and in the list; without any, the record is as before there were tags', async () => {
  const name = newName();
  const store = openStore(name);
  await store.open();
  await store.addDocument(document());
  const before = await store.documents();
  await store.changeTags('a', (tags) => [...tags, 'Tax', 'House']);
  await store.close();
  const again = openStore(name);
  expect(await again.open()).toEqual([]);
  expect((await again.documents())[0]?.tags).toEqual(['Tax', 'House']);
  expect((await again.document('a')).tags).toEqual(['Tax', 'House']);
  await again.changeTags('a', () => []);
  expect(await again.documents()).toStrictEqual(before);
  await expect(again.changeTags('gone', () => [])).rejects.toMatchObject({ code: 'document-not-found' });
});

it('tags of two tabs at once are all kept, and one that is refused changes nothing', async () => {
  const name = newName();
  const [one, two] = [openStore(name), openStore(name)];
  await one.open();
  await one.addDocument(document());
  const add = (store: Store, tag: string) => store.changeTags('a', (tags) => withTag(tags, tag));
  await Promise.all([add(one, 'a'), add(two, 'b'), add(one, 'c'), add(two, 'd')]);
  expect((await two.documents())[0]?.tags?.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  await expect(add(one, ' ')).rejects.toMatchObject({ code: 'tag-refused' });
  expect((await one.documents())[0]?.tags).toHaveLength(4);
});

it('a library from before there were tags opens as it is, with none', async () => {
  const name = newName();
  const database = new LibraryDatabase(name);
  const { document: whole, passages } = document();
  const { text, blocks, pages, ...facts } = whole;
  // As version 1 wrote it, field by field.
  await database.documents.add({
    ...facts,
    pageCount: 1,
    passageCount: 1,
    embeddedCount: 0,
    chunkingId: 'test-1',
    embedderHash: null,
    originalFile: '',
  });
  await database.contents.add({ id: 'a', text, blocks, pages });
  await database.passages.bulkAdd(rowsOf('a', passages));
  await database.meta.put({ key: 'schema', version: 1 });
  database.close();
  const store = openStore(name);
  expect(await store.open()).toEqual([]);
  expect((await store.documents()).map(tagsOf)).toEqual([[]]);
  await store.changeTags('a', (tags) => withTag(tags, 'Tax'));
  expect((await store.document('a')).tags).toEqual(['Tax']);
});
