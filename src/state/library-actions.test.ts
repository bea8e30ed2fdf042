import { beforeEach, expect, test } from 'vitest';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import type { ImportOptions, LibraryService, LibraryState } from '../core/domain/services.ts';
import { createLibraryActions } from './library-actions.ts';
import { createLibraryStore, type LibraryStore } from './library-store.ts';

const file = (name: string, bytes = new ArrayBuffer(4)) => ({
  name,
  data: { size: bytes.byteLength, arrayBuffer: async () => bytes },
});

/** A library that holds names only; files called `bad…` fail, `slow…` wait until they are released or cancelled. */
function namesLibrary() {
  const names: string[] = [];
  const order: string[] = [];
  const releases = new Map<string, () => void>();
  let listener: (state: LibraryState) => void = () => undefined;
  const state = (): LibraryState => ({
    documents: names.map((name) => ({
      id: name,
      name,
      title: null,
      mediaType: 'text/plain',
      byteLength: 4,
      addedAtMs: 0,
      pageCount: 0,
      passageCount: 1,
      embeddedCount: 0,
      warnings: [],
    })),
    passageCount: names.length,
    embeddedCount: 0,
  });
  const add = async (added: { readonly name: string }, { signal, onProgress }: ImportOptions = {}) => {
    order.push(added.name);
    onProgress?.({ stage: 'parsing', done: 1, total: 2 });
    if (added.name.startsWith('bad')) throw new WinnowError('document-damaged', 'It is damaged.');
    if (added.name.startsWith('slow')) {
      await new Promise<void>((resolve, reject) => {
        releases.set(added.name, resolve);
        if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(new Cancelled()));
      });
    }
    names.push(added.name);
    listener(state());
    const summary = state().documents.at(-1);
    if (summary === undefined) throw new Error('The document that was just added is gone.');
    return summary;
  };
  const library: Pick<
    LibraryService,
    'open' | 'unpack' | 'add' | 'recognise' | 'remove' | 'addTag' | 'removeTag' | 'clear' | 'storage' | 'onChange'
  > = {
    open: async () => state(),
    unpack: async function* (unpacked) {
      yield { kind: 'file', ...unpacked };
    },
    add,
    recognise: async (name, _language, options) => add({ name }, options),
    remove: async (id) => {
      names.splice(names.indexOf(id), 1);
      listener(state());
    },
    addTag: async (_id, tag) => {
      order.push(`tag ${tag}`);
      if (tag === '') throw new WinnowError('tag-refused', 'It is empty.');
    },
    removeTag: async (_id, tag) => {
      order.push(`untag ${tag}`);
    },
    clear: async () => {
      names.length = 0;
    },
    storage: async () => ({
      medium: 'memory',
      repairs: [],
      usedBytes: names.length,
      quotaBytes: null,
      persisted: false,
    }),
    onChange: (next) => {
      listener = next;
      return () => undefined;
    },
  };
  return { library, names, order, releases };
}

let store: LibraryStore;
let gone: (readonly string[] | null)[];
let changed: string[];

beforeEach(() => {
  store = createLibraryStore();
  gone = [];
  changed = [];
});

async function opened() {
  const parts = namesLibrary();
  const actions = createLibraryActions(
    store,
    parts.library,
    (ids) => gone.push(ids),
    (id) => changed.push(id),
  );
  await actions.open();
  return { ...parts, actions };
}

/** Lets everything that is ready to go on do so. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('files go in one after another; those that fail stay on the list with their reason', async () => {
  const { actions, names, order } = await opened();
  await actions.addFiles([file('one'), file('bad'), file('two')]);
  expect(order).toEqual(['one', 'bad', 'two']);
  expect(names).toEqual(['one', 'two']);
  expect(store.getState().documents.map((document) => document.name)).toEqual(['one', 'two']);
  const [left, ...others] = store.getState().imports;
  expect(others).toEqual([]);
  expect([left?.name, left?.status, left?.error?.code]).toEqual(['bad', 'failed', 'document-damaged']);
});

test('a running and a waiting import can be cancelled; the one between goes on', async () => {
  const { actions, names, releases } = await opened();
  const added = actions.addFiles([file('slow one'), file('slow two'), file('three')]);
  await settle();
  const [first, second, third] = store.getState().imports;
  expect([first?.status, second?.status, third?.status]).toEqual(['running', 'waiting', 'waiting']);
  expect(first?.progress).toEqual({ stage: 'parsing', done: 1, total: 2 });
  actions.cancelImport(third?.id ?? -1);
  actions.cancelImport(first?.id ?? -1);
  await settle();
  releases.get('slow two')?.();
  await added;
  expect(names).toEqual(['slow two']);
  expect(store.getState().imports.map((job) => job.status)).toEqual(['cancelled', 'cancelled']);
});

test('a file that the disk does not give is an error of that file alone', async () => {
  const { actions, names } = await opened();
  const folder = {
    name: 'folder',
    data: { size: 0, arrayBuffer: () => Promise.reject(new DOMException('no', 'NotFoundError')) },
  };
  await actions.addFiles([folder, file('good')]);
  expect(store.getState().imports.map((job) => job.error?.code)).toEqual(['document-damaged']);
  expect(names).toEqual(['good']);
});

test('deleting everything ends what is being added and empties the page', async () => {
  const { actions, names } = await opened();
  void actions.addFiles([file('one'), file('slow two'), file('three')]);
  await settle();
  await actions.clear();
  expect(names).toEqual([]);
  expect(store.getState()).toMatchObject({ documents: [], imports: [], passageCount: 0 });
  expect(gone).toEqual([null]);
});

test('removing a document says which one is gone', async () => {
  const { actions } = await opened();
  await actions.addFiles([file('one')]);
  await actions.remove('one');
  expect(gone).toEqual([['one']]);
  expect(store.getState().documents).toEqual([]);
});

test('tags are given one after another until one is refused, with its reason', async () => {
  const { actions, order } = await opened();
  expect(await actions.addTags('one', ['Tax', 'House'])).toBeNull();
  expect(await actions.addTags('one', ['Lease', '', 'Never'])).toMatchObject({ code: 'tag-refused' });
  await actions.removeTag('one', 'Tax');
  expect(order).toEqual(['tag Tax', 'tag House', 'tag Lease', 'tag ', 'untag Tax']);
});

test('a library that cannot be opened says why', async () => {
  const { library } = namesLibrary();
  const broken = {
    ...library,
    open: async () => {
      throw new WinnowError('storage-unavailable', 'No storage.');
    },
  };
  await createLibraryActions(
    store,
    broken,
    () => undefined,
    () => undefined,
  ).open();
  expect(store.getState()).toMatchObject({ phase: 'failed', error: { code: 'storage-unavailable' } });
});
