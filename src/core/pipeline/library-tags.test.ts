import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { openByteTarget } from '../../engines/byte-target.ts';
import { createDexieStore } from '../../engines/dexie-store.ts';
import { createIndexedFiles } from '../../engines/indexed-files.ts';
import { openLibraryZip } from '../../engines/library-zip-reader.ts';
import { createLibraryZipWriter } from '../../engines/library-zip-writer.ts';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { textParser } from '../../engines/text-parser.ts';
import { documentPath } from '../domain/library-file.ts';
import type { Store } from '../domain/store.ts';
import { createLibrary } from './create-library.ts';
import { libraryPartsWith } from './library-fixture.ts';

const stores: Store[] = [];
let nameCount = 0;

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

async function openStore(name: string): Promise<Store> {
  const store = createDexieStore(name, createIndexedFiles);
  stores.push(store);
  await store.open();
  return store;
}

async function openLibrary({ store }: { readonly store: Store }) {
  const library = await createLibrary({
    ...libraryPartsWith(),
    store,
    sha256,
    parse: textParser.parse,
    pause: nextTask,
  });
  return { library };
}

type Library = Awaited<ReturnType<typeof openLibrary>>['library'];

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });
const animals = 'The cat sat on the mat.\n\nZebras run fast.';

async function exportOf(library: Library): Promise<Blob> {
  const { file: data } = await library.exportLibrary(async (bytes) =>
    createLibraryZipWriter(await openByteTarget(null, bytes), nextTask),
  );
  return new Blob([(await data?.arrayBuffer()) ?? new ArrayBuffer(0)]);
}

const readerOf = (data: Blob) => openLibraryZip({ name: 'library.zip', data });

it('tags documents, in the spelling of the first, for this tab and the one beside it', async () => {
  const name = `library-${nameCount++}`;
  const one = await openLibrary({ store: await openStore(name) });
  const two = await openLibrary({ store: await openStore(name) });
  const { id } = await one.library.add(file('animals.txt', animals));
  const other = await one.library.add(file('more.txt', 'Owls fly at dusk.'));
  await one.library.addTag(id, ' Natural  History ');
  await one.library.addTag(other.id, 'natural history');
  const tagsIn = (library: typeof one.library) => library.state().documents.map(({ tags }) => tags);
  const both = [['Natural History'], ['Natural History']];
  expect(tagsIn(one.library)).toEqual(both);
  while (tagsIn(two.library).flatMap((tags) => tags ?? []).length < 2) await nextTask();
  expect(tagsIn(two.library)).toEqual(both);
  await two.library.removeTag(id, 'NATURAL HISTORY');
  expect(await two.library.read(id)).not.toHaveProperty('tags');
  await expect(one.library.addTag(id, ' ')).rejects.toMatchObject({ code: 'tag-refused' });
  await expect(one.library.addTag('gone', 'Tax')).rejects.toMatchObject({ code: 'document-not-found' });
  await Promise.all([one.library.embedded(), two.library.embedded()]);
});

it('tags come with their document out of an exported library, byte for byte; one that is there keeps its own', async () => {
  const { library } = await openLibrary({ store: await openStore(`library-${nameCount++}`) });
  const { id } = await library.add(file('animals.txt', animals));
  await library.embedded();
  await library.addTag(id, 'Tax');
  await library.addTag(id, 'Ärger');
  const exported = await exportOf(library);
  const { library: other } = await openLibrary({ store: await openStore(`library-${nameCount++}`) });
  await other.importLibrary(await readerOf(exported));
  expect(other.state().documents[0]?.tags).toEqual(['Tax', 'Ärger']);
  expect(new Uint8Array(await (await exportOf(other)).arrayBuffer())).toEqual(
    new Uint8Array(await exported.arrayBuffer()),
  );
  await other.removeTag(id, 'Tax');
  await other.importLibrary(await readerOf(exported));
  expect(other.state().documents[0]?.tags).toEqual(['Ärger']);
});

it.each([[['Tax', 'tax']], [[' Tax']], [['x'.repeat(41)]], [Array.from({ length: 21 }, (_, n) => `tag ${n}`)]])(
  'a library’s file with tags that nobody could have given is refused: %j',
  async (tags) => {
    const store = createMemoryStore();
    const { library } = await openLibrary({ store });
    const { id } = await library.add(file('animals.txt', animals));
    await store.changeTags(id, () => tags);
    const exported = await exportOf(library);
    const { library: other } = await openLibrary({ store: createMemoryStore() });
    await expect(other.importLibrary(await readerOf(exported))).rejects.toMatchObject({
      code: 'library-file-damaged',
      details: { member: documentPath(id, 'document.json') },
    });
    expect(other.state().documents).toEqual([]);
  },
);
