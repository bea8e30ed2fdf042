import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Trace } from '../core/domain/events.ts';
import type { Passage } from '../core/domain/passage.ts';
import type { NewDocument, Store } from '../core/domain/store.ts';
import { createDexieStore } from './dexie-store.ts';
import type { FileArea } from './file-area.ts';
import { createIndexedFiles } from './indexed-files.ts';
import { LibraryDatabase } from './library-database.ts';

const opened: Store[] = [];
let nameCount = 0;

function newName(): string {
  return `library-${nameCount++}`;
}

function openStore(name: string, change: (files: FileArea) => FileArea = (files) => files): Store {
  const store = createDexieStore(name, (database) => change(createIndexedFiles(database)));
  opened.push(store);
  return store;
}

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

function newDocument(id: string, texts: readonly string[], addedAtMs = 1): NewDocument {
  const text = texts.join('');
  const passages: Passage[] = texts.map((passageText, ordinal) => {
    const start = texts.slice(0, ordinal).join('').length;
    const span = { start, end: start + passageText.length };
    return {
      id: `${id}:${ordinal}`,
      documentId: id,
      ordinal,
      span,
      text: passageText,
      headingPath: [],
      pages: null,
      sentences: [span],
    };
  });
  return {
    document: {
      id,
      name: `${id}.txt`,
      title: null,
      mediaType: 'text/plain',
      text,
      blocks: [],
      pages: [],
      warnings: [],
      byteLength: text.length,
      addedAtMs,
    },
    passages,
    original: new TextEncoder().encode(text).buffer,
    chunkingId: 'test-1',
  };
}

const run = (documentId: string, firstOrdinal: number, count: number) => ({
  documentId,
  firstOrdinal,
  count,
  vectors: Float32Array.from({ length: 4 * count }, (_, place) => firstOrdinal + place),
});

const failing =
  (error: Error): ((files: FileArea) => FileArea) =>
  (files) => ({
    ...files,
    write: async (fileName, bytes) => {
      await files.write(fileName, bytes.slice(0, bytes.byteLength / 2));
      throw error;
    },
  });

async function rowCounts(name: string): Promise<Record<string, number>> {
  const database = new LibraryDatabase(name);
  const counts = Object.fromEntries(
    await Promise.all(database.tables.map(async (table) => [table.name, await table.count()] as const)),
  );
  database.close();
  return counts;
}

describe('documents', () => {
  it('are there after reopening, newest first, with text, original and passages', async () => {
    const name = newName();
    const first = openStore(name);
    await first.open();
    await first.addDocument(newDocument('a', ['One. ', 'Two. ', 'Three.'], 1));
    await first.addDocument(newDocument('b', ['Four.'], 2));
    await first.close();
    const again = openStore(name);
    expect(await again.open()).toEqual([]);
    expect((await again.documents()).map((document) => [document.id, document.passageCount])).toEqual([
      ['b', 1],
      ['a', 3],
    ]);
    expect(await again.document('a')).toEqual(newDocument('a', ['One. ', 'Two. ', 'Three.'], 1).document);
    expect(new TextDecoder().decode(await again.original('a'))).toBe('One. Two. Three.');
    expect((await again.passagesOf('a')).map((passage) => passage.text)).toEqual(['One. ', 'Two. ', 'Three.']);
    expect([...(await again.passages(['a:2', 'gone:0', 'b:0'])).keys()]).toEqual(['a:2', 'b:0']);
  });

  it('refuses the same bytes and names the document that has them', async () => {
    const store = openStore(newName());
    await store.open();
    await store.addDocument(newDocument('a', ['One.']));
    await expect(store.addDocument(newDocument('a', ['One.']))).rejects.toMatchObject({
      code: 'document-duplicate',
      details: { documentId: 'a', existingName: 'a.txt' },
    });
  });

  it('leave nothing when removed', async () => {
    const name = newName();
    const store = openStore(name);
    await store.open();
    await store.addDocument(newDocument('a', ['One.', 'Two.']));
    await store.addVectors(run('a', 0, 2), 'e1');
    await store.removeDocument('a');
    await store.removeDocument('a');
    expect(await rowCounts(name)).toEqual({
      documents: 0,
      contents: 0,
      passages: 0,
      vectors: 0,
      files: 0,
      blobs: 0,
      traces: 0,
      meta: 1,
    });
    await expect(store.document('a')).rejects.toMatchObject({ code: 'document-not-found' });
    await expect(store.original('a')).rejects.toMatchObject({ code: 'document-not-found' });
  });
});

describe('all or nothing', () => {
  it.each([
    ['a full disk', Object.assign(new Error('full'), { name: 'QuotaExceededError' }), 'storage-full'],
    ['another fault', new Error('disk on fire'), 'storage-failed'],
  ])('%s leaves no row and no file', async (_, error, code) => {
    const name = newName();
    const store = openStore(name, failing(error));
    await store.open();
    await expect(store.addDocument(newDocument('a', ['One.']))).rejects.toMatchObject({ code });
    expect(await rowCounts(name)).toEqual({
      documents: 0,
      contents: 0,
      passages: 0,
      vectors: 0,
      files: 0,
      blobs: 0,
      traces: 0,
      meta: 1,
    });
  });

  it('a cancel at any look at the signal leaves no row and no file', async () => {
    for (let looks = 0; looks < 3; looks++) {
      const name = newName();
      const store = openStore(name);
      await store.open();
      let left = looks;
      const signal = {
        get aborted() {
          return left-- <= 0;
        },
      };
      await expect(store.addDocument(newDocument('a', ['One.']), signal)).rejects.toMatchObject({ name: 'AbortError' });
      const { meta, ...rest } = await rowCounts(name);
      expect([meta, ...Object.values(rest)]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    }
  });

  it('a passage that cannot be stored undoes the whole document', async () => {
    const name = newName();
    const store = openStore(name);
    await store.open();
    const added = newDocument(
      'a',
      Array.from({ length: 40 }, (_, line) => `Line ${line}.`),
    );
    const passages = added.passages.map((passage, ordinal) =>
      ordinal < 39 ? passage : { ...passage, extra: () => 0 },
    );
    await expect(store.addDocument({ ...added, passages })).rejects.toMatchObject({ code: 'storage-failed' });
    expect(await rowCounts(name)).toMatchObject({ documents: 0, passages: 0, files: 0, blobs: 0 });
  });
});

describe('passages', () => {
  it('come back by id from any row', async () => {
    const store = openStore(newName());
    await store.open();
    const added = newDocument(
      'a',
      Array.from({ length: 40 }, (_, line) => `Line ${line}.`),
    );
    await store.addDocument(added);
    expect(await store.passagesOf('a')).toEqual(added.passages);
    const found = await store.passages(['a:39', 'a:15', 'a:16', 'a:40', 'b:0', 'odd']);
    expect([...found.values()].map(({ text }) => text).sort()).toEqual(['Line 15.', 'Line 16.', 'Line 39.']);
  });
});

describe('the check on opening', () => {
  it('deletes files that nobody points to', async () => {
    const name = newName();
    const database = new LibraryDatabase(name);
    await database.blobs.add({ name: 'original-of-a-crash', bytes: new ArrayBuffer(9) });
    database.close();
    expect((await openStore(name).open()).map((repair) => repair.code)).toEqual(['orphan-deleted']);
    expect(await rowCounts(name)).toMatchObject({ blobs: 0 });
  });

  it('removes a document whose passages are gone, marks one whose original is gone, recounts vectors, drops a damaged index', async () => {
    const name = newName();
    const store = openStore(name);
    await store.open();
    for (const id of ['a', 'b', 'c', 'd']) await store.addDocument(newDocument(id, ['One.', 'Two.']));
    await store.addVectors(run('c', 0, 1), 'e1');
    await store.addVectors(run('c', 1, 1), 'e1');
    await store.saveIndex(() => ({ manifest: new ArrayBuffer(1), partNames: ['x'], newParts: [part('x', 1)] }));
    await store.close();
    const database = new LibraryDatabase(name);
    await database.passages.delete(['a', 0]);
    const lost = await database.documents.get('b');
    await database.blobs.delete(lost?.originalFile ?? '');
    await database.vectors.delete(['c', 0, 1]);
    await database.blobs.filter((blob) => blob.name.startsWith('index-x')).modify({ bytes: new ArrayBuffer(2) });
    database.close();

    const again = openStore(name);
    const codes = (await again.open()).map((repair) => repair.code);
    expect(codes).toEqual(['document-incomplete', 'vectors-recounted', 'index-rebuilt', 'original-missing']);
    const documents = new Map((await again.documents()).map((document) => [document.id, document]));
    expect([...documents.keys()].sort()).toEqual(['b', 'c', 'd']);
    expect(documents.get('b')?.warnings).toHaveLength(1);
    expect(documents.get('c')?.embeddedCount).toBe(0);
    expect(await again.vectorsOf('c', 'e1', 0)).toEqual([]);
    expect(await again.loadIndex()).toBeNull();
    await expect(again.original('b')).rejects.toMatchObject({ code: 'original-lost', details: { name: 'b.txt' } });
    await again.close();
    expect(await openStore(name).open()).toEqual([]);
  });

  it('refuses a library that a newer Winnow wrote', async () => {
    const name = newName();
    const database = new LibraryDatabase(name);
    await database.meta.put({ key: 'schema', version: 99 });
    database.close();
    await expect(openStore(name).open()).rejects.toMatchObject({
      code: 'storage-failed',
      details: { storedVersion: 99 },
    });
  });
});

describe('vectors', () => {
  it('are appended without gap or repeat, and per embedder', async () => {
    const store = openStore(newName());
    await store.open();
    await store.addDocument(newDocument('a', ['One.', 'Two.', 'Three.']));
    expect(await store.addVectors(run('a', 0, 2), 'e1')).toBe(true);
    expect(await store.addVectors(run('a', 0, 2), 'e1')).toBe(false);
    expect(await store.addVectors(run('a', 2, 2), 'e1')).toBe(false);
    expect(await store.addVectors(run('gone', 0, 1), 'e1')).toBe(false);
    expect(await store.addVectors(run('a', 2, 1), 'e1')).toBe(true);
    expect(await store.vectorsOf('a', 'e1', 0)).toEqual([run('a', 0, 2), run('a', 2, 1)]);
    expect(await store.vectorsOf('a', 'e1', 2)).toEqual([run('a', 2, 1)]);
    expect(await store.vectorsOf('a', 'e2', 0)).toEqual([]);
    expect(await store.addVectors(run('a', 0, 1), 'e2')).toBe(true);
    expect((await store.documents())[0]).toMatchObject({ embeddedCount: 1, embedderHash: 'e2' });
    await store.replacePassages('a', newDocument('a', ['One.']).passages, 'test-2');
    expect((await store.documents())[0]).toMatchObject({ passageCount: 1, embeddedCount: 0, chunkingId: 'test-2' });
    expect(await store.passagesOf('a')).toHaveLength(1);
  });
});

describe('a document that is read anew', () => {
  it('takes the place of the old one with its file, while vectors and the saved index go, and no file is left over', async () => {
    const name = newName();
    const store = openStore(name);
    await store.open();
    await store.addDocument(newDocument('a', ['One.', 'Two.']));
    const original = await store.original('a');
    await store.addVectors(run('a', 0, 2), 'e1');
    await store.saveIndex(() => ({ manifest: new ArrayBuffer(1), partNames: ['x'], newParts: [part('x', 1)] }));
    const { document, passages } = newDocument('a', ['One.', 'Between.', 'Two.']);
    await store.replaceDocument({ document: { ...document, addedAtMs: 77 }, passages, chunkingId: 'test-2' });
    expect((await store.documents())[0]).toMatchObject({ passageCount: 3, embeddedCount: 0, addedAtMs: 77 });
    expect(await store.addVectors(run('a', 0, 2), 'e1', 1)).toBe(false);
    expect((await store.passagesOf('a')).map(({ text }) => text)).toEqual(['One.', 'Between.', 'Two.']);
    expect((await store.document('a')).text).toBe(document.text);
    expect(await store.vectorsOf('a', 'e1', 0)).toEqual([]);
    expect(await store.loadIndex()).toBeNull();
    await store.close();
    const again = openStore(name);
    expect(await again.open()).toEqual([]);
    expect(await again.original('a')).toEqual(original);
  });

  it('is refused when it is gone, and stays as it was when cancelled', async () => {
    const store = openStore(newName());
    await store.open();
    const { document, passages } = newDocument('a', ['One.']);
    const replaced = { document, passages, chunkingId: 'test-2' };
    await expect(store.replaceDocument(replaced)).rejects.toMatchObject({ code: 'document-not-found' });
    await store.addDocument(newDocument('a', ['Before.', 'And more.']));
    let looks = 0;
    const signal = {
      get aborted() {
        return looks++ > 0;
      },
    };
    await expect(store.replaceDocument(replaced, signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect((await store.passagesOf('a')).map(({ text }) => text)).toEqual(['Before.', 'And more.']);
  });
});

const part = (partName: string, byte: number) => ({ name: partName, bytes: Uint8Array.of(byte).buffer });

describe('the index', () => {
  it('comes back as it was saved, writes new parts only, and leaves no old files', async () => {
    const name = newName();
    const store = openStore(name);
    await store.open();
    expect(await store.loadIndex()).toBeNull();
    await store.saveIndex((stored) => {
      expect(stored).toEqual(new Set());
      return { manifest: new ArrayBuffer(1), partNames: ['x', 'y'], newParts: [part('x', 1), part('y', 2)] };
    });
    await store.saveIndex((stored) => {
      expect(stored).toEqual(new Set(['x', 'y']));
      return { manifest: new ArrayBuffer(2), partNames: ['y', 'z'], newParts: [part('z', 3)] };
    });
    const loaded = await store.loadIndex();
    expect(loaded?.manifest.byteLength).toBe(2);
    expect(await loaded?.readPart('x')).toBeNull();
    expect(await loaded?.readPart('y')).toEqual(part('y', 2).bytes);
    expect(await loaded?.readPart('z')).toEqual(part('z', 3).bytes);
    expect(await rowCounts(name)).toMatchObject({ files: 3, blobs: 3 });
  });
});

describe('traces', () => {
  it('keep the newest 200, newest first', async () => {
    const store = openStore(newName());
    await store.open();
    const trace = (startedAtMs: number): Trace => ({
      version: 1,
      id: `t${startedAtMs}`,
      startedAtMs,
      fingerprint: '',
      events: [],
    });
    for (let at = 0; at < 205; at++) await store.saveTrace(trace(at));
    const ids = (await store.traces()).map((saved) => saved.id);
    expect(ids).toHaveLength(200);
    expect([ids[0], ids.at(-1)]).toEqual(['t204', 't5']);
    await store.removeTrace('t204');
    expect((await store.traces())[0]?.id).toBe('t203');
  });
});

describe('two tabs', () => {
  it('hear of each other, and of two that add the same file one wins', async () => {
    const name = newName();
    const [one, two] = [openStore(name), openStore(name)];
    await one.open();
    await two.open();
    const heard = new Promise((resolve) => two.onRemoteChange(resolve));
    await one.addDocument(newDocument('a', ['One.']));
    expect(await heard).toBe('changed');
    expect(await two.documents()).toHaveLength(1);
    const results = await Promise.allSettled([one, two].map((store) => store.addDocument(newDocument('b', ['Two.']))));
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rowCounts(name)).toMatchObject({ documents: 2, files: 2, blobs: 2 });
  });

  it('go on after one of them deleted everything', async () => {
    const name = newName();
    const [one, two] = [openStore(name), openStore(name)];
    await Promise.all([one.open(), two.open()]);
    await one.addDocument(newDocument('a', ['One.']));
    const heard = new Promise((resolve) => two.onRemoteChange((change) => change === 'cleared' && resolve(change)));
    await one.clear();
    await heard;
    expect(await indexedDB.databases()).toEqual([]);
    expect(await two.documents()).toEqual([]);
    await one.addDocument(newDocument('b', ['Two.']));
    expect(await two.documents()).toHaveLength(1);
  });
});
