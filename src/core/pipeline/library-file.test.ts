import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { openByteTarget } from '../../engines/byte-target.ts';
import { createDexieStore } from '../../engines/dexie-store.ts';
import { createIndexedFiles } from '../../engines/indexed-files.ts';
import { openLibraryZip } from '../../engines/library-zip-reader.ts';
import { createLibraryZipWriter } from '../../engines/library-zip-writer.ts';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import type { CancelSignal } from '../domain/cancel.ts';
import type { Document } from '../domain/document.ts';
import { isCancelled, WinnowError } from '../domain/errors.ts';
import { documentPath, isLibraryFile, type LibraryManifest, manifestPath, markerPath } from '../domain/library-file.ts';
import type { Store } from '../domain/store.ts';
import { exportLibrary } from './export-library.ts';
import { importLibrary } from './import-library.ts';
import { splitByBlock } from './library-fixture.ts';
import { type DocumentSketch, storedDocument, storedTrace } from './stored-library-fixture.ts';

const stores: Store[] = [];
let nameCount = 0;

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

async function dexieStore(): Promise<Store> {
  const store = createDexieStore(`file-${nameCount++}`, createIndexedFiles);
  stores.push(store);
  await store.open();
  return store;
}

async function sketch(
  text: string,
  facts: Partial<Omit<DocumentSketch, 'id' | 'original'>> = {},
): Promise<DocumentSketch & { original: ArrayBuffer }> {
  const original = new TextEncoder().encode(text).buffer;
  const paragraphs = text.split('\n\n');
  const id = await sha256(original);
  return { original, id, name: `${paragraphs[0]}.txt`, paragraphs, addedAtMs: 1, embeddedCount: 0, ...facts };
}

async function filled(store: Store): Promise<Store> {
  await store.addDocument(storedDocument(await sketch('Cats\n\nA cat sleeps.\n\nIt purrs.', { embeddedCount: 3 })));
  await store.addDocument(storedDocument(await sketch('Dogs\n\nA dog barks.', { addedAtMs: 2, embeddedCount: 1 })));
  await store.addDocument(storedDocument(await sketch('Zebras', { addedAtMs: 2 })));
  await store.saveTrace(storedTrace('t1', 1));
  await store.saveTrace(storedTrace('t2', 2, 'Was ist das? 🦓'));
  return store;
}

async function exportOf(store: Store): Promise<Uint8Array<ArrayBuffer>> {
  const openWriter = async () => createLibraryZipWriter(await openByteTarget(null, 0), nextTask);
  const { file } = await exportLibrary({ store, openWriter, pause: nextTask });
  if (!file) throw new Error('There is no file.');
  return new Uint8Array(await file.arrayBuffer());
}

type Changes = { readonly signal?: CancelSignal; readonly version?: string };

async function importInto(store: Store, bytes: Uint8Array<ArrayBuffer>, { signal, version = 'block-1' }: Changes = {}) {
  const reader = await openLibraryZip({ name: 'library.zip', data: new Blob([bytes]) });
  const splitter = { version, passagesOf: version === 'block-1' ? splitByBlock : wholePassage };
  const parts = { store, splitter, sha256, pause: nextTask, onStored: async () => undefined };
  return importLibrary(reader, parts, signal ? { signal } : {});
}

function wholePassage(document: Document) {
  const span = { start: 0, end: document.text.length };
  return splitByBlock({ ...document, blocks: [{ kind: 'paragraph', span, level: 0 }] });
}

/** Takes the file apart, changes members, and puts hashes and sizes right again: what someone who means harm would do. */
async function rewritten(
  bytes: Uint8Array,
  change: (members: Unzipped, manifest: { counts: Record<string, number>; members: { path: string }[] }) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const members = unzipSync(bytes);
  const manifest = JSON.parse(new TextDecoder().decode(members[manifestPath]));
  change(members, manifest);
  for (const member of manifest.members) {
    const content = new Uint8Array(members[member.path] ?? []);
    Object.assign(member, { bytes: content.length, sha256: await sha256(content) });
  }
  members[manifestPath] = new TextEncoder().encode(JSON.stringify(manifest));
  return new Uint8Array(zipSync(members));
}

function edit(members: Unzipped, path: string, from: string, to: string): void {
  const text = new TextDecoder().decode(members[path]);
  expect(text).toContain(from);
  members[path] = new TextEncoder().encode(text.replace(from, to));
}

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

// A word, then anything: blank paragraphs are no blocks. Half characters occur where a file was cut.
const anyText = fc
  .tuple(fc.constantFrom('Cats', 'Ärger', '数字', '🦓', '"\\\u2028'), fc.string({ unit: 'binary', maxLength: 30 }))
  .map((parts) => parts.join(' ').trim());
const anyDocument = fc.record({
  original: fc.uint8Array({ minLength: 1, maxLength: 200 }),
  name: fc.string({ unit: 'grapheme', maxLength: 20 }),
  paragraphs: fc.array(fc.oneof(anyText, fc.constant('half \ud83d')), { minLength: 1, maxLength: 6 }),
  addedAtMs: fc.nat(3),
  embeddedShare: fc.double({ min: 0, max: 1, noNaN: true }),
  embedderHash: fc.constantFrom('letters-1', 'others-2'),
});
const anyLibrary = fc.record({
  documents: fc.array(anyDocument, { maxLength: 5 }),
  traces: fc.array(fc.record({ startedAtMs: fc.nat(3), question: fc.string({ unit: 'binary' }) }), { maxLength: 4 }),
});

async function fill(store: Store, library: typeof anyLibrary extends fc.Arbitrary<infer Value> ? Value : never) {
  for (const { original, embeddedShare, ...facts } of library.documents) {
    const bytes = new Uint8Array(original).buffer;
    const embeddedCount = Math.round(embeddedShare * facts.paragraphs.length);
    const added = storedDocument({ ...facts, original: bytes, id: await sha256(bytes), embeddedCount });
    await store.addDocument(added).catch((error: unknown) => {
      if (!(error instanceof WinnowError) || error.code !== 'document-duplicate') throw error;
    });
  }
  for (const [place, { startedAtMs, question }] of library.traces.entries()) {
    await store.saveTrace(storedTrace(`t${place}`, startedAtMs, question));
  }
}

describe('a library that is exported, deleted, imported and exported again', () => {
  it('gives the same bytes, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(anyLibrary, async (library) => {
        const store = createMemoryStore();
        await fill(store, library);
        const first = await exportOf(store);
        const documentCount = (await store.documents()).length;
        await store.clear();
        const result = await importInto(store, first);
        expect(result).toMatchObject({ addedCount: documentCount, existingCount: 0, error: null, notAddedCount: 0 });
        expect(Buffer.compare(await exportOf(store), first)).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it('gives the same bytes from the database, opened again in between', async () => {
    const first = await exportOf(await filled(await dexieStore()));
    expect(Buffer.compare(await exportOf(await filled(createMemoryStore())), first)).toBe(0);
    const other = await dexieStore();
    expect(await importInto(other, first)).toEqual({
      addedCount: 3,
      existingCount: 0,
      splitAgainCount: 0,
      addedTraceCount: 2,
      existingTraceCount: 0,
      leftOutTraceCount: 0,
      error: null,
      notAddedCount: 0,
    });
    expect(await other.open()).toEqual([]);
    expect(Buffer.compare(await exportOf(other), first)).toBe(0);
  });

  it('has the bytes that version 1 had from the beginning', async () => {
    const bytes = await exportOf(await filled(createMemoryStore()));
    expect(isLibraryFile(bytes.subarray(0, 64))).toBe(true);
    expect(isLibraryFile(zipSync({ 'a.txt': new Uint8Array(1), [markerPath]: new Uint8Array(1) }))).toBe(false);
    // Another value means another format: raise its version, and keep reading this one.
    expect(await sha256(bytes)).toBe('86df0e5cb5abf822d82c7cb8c8ddca9fb22acb12843aa79f55180bf6699de915');
  });
});

describe('an import beside what is there', () => {
  it('adds what is missing, counts what is not, and a second time adds nothing', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const store = createMemoryStore();
    const own = { ...(await sketch('Dogs\n\nA dog barks.')), name: 'mine.txt' };
    await store.addDocument(storedDocument(own));
    await store.saveTrace(storedTrace('t2', 9, 'Mine?'));
    expect(await importInto(store, file)).toMatchObject({ addedCount: 2, existingCount: 1, addedTraceCount: 1 });
    const names = (await store.documents()).map(({ name }) => name).sort();
    expect(names).toEqual(['Cats.txt', 'Zebras.txt', 'mine.txt']);
    expect((await store.traces()).map(({ startedAtMs }) => startedAtMs)).toEqual([9, 1]);
    const before = await exportOf(store);
    expect(await importInto(store, file)).toMatchObject({ addedCount: 0, existingCount: 3, existingTraceCount: 2 });
    expect(Buffer.compare(await exportOf(store), before)).toBe(0);
  });

  it('pushes no question out, and says how many it left', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const store = createMemoryStore();
    for (let at = 0; at < 199; at++) await store.saveTrace(storedTrace(`own${at}`, at));
    expect(await importInto(store, file)).toMatchObject({ addedTraceCount: 1, leftOutTraceCount: 1 });
    const ids = (await store.traces()).map(({ id }) => id);
    expect([ids.length, ids.includes('t2'), ids.includes('t1'), ids.includes('own0')]).toEqual([
      200,
      true,
      false,
      true,
    ]);
  });

  it('splits again what another version split, and drops the vectors of the old passages', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const store = createMemoryStore();
    expect(await importInto(store, file, { version: 'whole-1' })).toMatchObject({ addedCount: 3, splitAgainCount: 3 });
    const facts = (await store.documents()).map(({ chunkingId, passageCount, embeddedCount, embedderHash }) => [
      chunkingId,
      passageCount,
      embeddedCount,
      embedderHash,
    ]);
    expect(facts).toEqual(Array.from({ length: 3 }, () => ['whole-1', 1, 0, null]));
  });

  it('keeps the text of a document whose original file was lost', async () => {
    const lost = storedDocument({ ...(await sketch('Lost\n\nStill readable.')), original: null });
    for (const store of [createMemoryStore(), await dexieStore()]) {
      const from = createMemoryStore();
      await from.addDocument(lost);
      const first = await exportOf(from);
      await importInto(store, first);
      const id = lost.document.id;
      expect((await store.document(id)).warnings.at(-1)?.message).toContain('original file is lost');
      await expect(store.original(id)).rejects.toMatchObject({ code: 'original-lost' });
      expect(Buffer.compare(await exportOf(store), first)).toBe(0);
      await store.removeDocument(id);
      expect(await store.documents()).toEqual([]);
    }
  });
});

describe('a file that is not what was exported', () => {
  it('is refused with the member’s name, before anything is stored', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const { id } = await sketch('Cats\n\nA cat sleeps.\n\nIt purrs.');
    const cases: readonly [string, string, (members: Unzipped, manifest: LibraryManifest) => void][] = [
      ['library-file-foreign', markerPath, (members) => delete members[markerPath]],
      ['library-file-foreign', markerPath, (members) => edit(members, markerPath, 'winnow-library', 'other')],
      ['library-file-version', 'newer', (members) => edit(members, markerPath, '"version":1', '"version":2')],
      [
        'library-file-damaged',
        documentPath(id, 'text.json'),
        (members) => delete members[documentPath(id, 'text.json')],
      ],
      ['library-file-damaged', 'extra.txt', (members) => Object.assign(members, { 'extra.txt': new Uint8Array(1) })],
      [
        'library-file-damaged',
        documentPath(id, 'text.json'),
        (members) => edit(members, documentPath(id, 'text.json'), 'purrs', 'barks'),
      ],
    ];
    for (const [code, member, change] of cases) {
      const members = unzipSync(file);
      change(members, JSON.parse(new TextDecoder().decode(members[manifestPath])));
      const store = createMemoryStore();
      const error = await outcomeOf(importInto(store, new Uint8Array(zipSync(members))));
      expect(error).toMatchObject({ code, message: expect.stringContaining(member) });
      expect([await store.documents(), await store.traces()]).toEqual([[], []]);
    }
  });

  it('is refused too where someone put the hashes right', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const { id } = await sketch('Cats\n\nA cat sleeps.\n\nIt purrs.');
    const passages = documentPath(id, 'passages.jsonl');
    const record = documentPath(id, 'document.json');
    const text = documentPath(id, 'text.json');
    const vectors = documentPath(id, 'vectors.f32');
    const cases: readonly [string, (members: Unzipped, counts: Record<string, number>) => void][] = [
      [passages, (members) => edit(members, passages, '"text":"It purrs."', '"text":"It barks."')],
      [passages, (members) => edit(members, passages, `"id":"${id}:1"`, `"id":"${id}:7"`)],
      [passages, (members) => edit(members, passages, '}\n', '}\nnull\n')],
      [passages, (members) => edit(members, passages, '"headingPath":[]', '"headingPath":[{}]')],
      [record, (members) => edit(members, record, `"id":"${id}"`, '"id":"other"')],
      [record, (members) => edit(members, record, '"hasOriginal":true', '"hasOriginal":false')],
      [record, (members) => edit(members, record, '"byteLength":', '"byteLength":-')],
      [record, (members) => edit(members, record, '"count":3', '"count":9')],
      [vectors, (members) => edit(members, record, '"dimension":3', '"dimension":2')],
      [vectors, (members) => members[vectors]?.fill(0xff)],
      [text, (members) => edit(members, text, '"level":1', '"level":9')],
      [text, (members) => edit(members, text, '"kind":"heading"', '"kind":"script"')],
      [documentPath(id, 'original'), (members) => members[documentPath(id, 'original')]?.fill(65)],
      ['questions.jsonl', (members) => edit(members, 'questions.jsonl', '"type":"started"', '"type":"odd"')],
      ['questions.jsonl', (members) => edit(members, 'questions.jsonl', '"candidates":[]', '"candidates":null')],
      [manifestPath, (_, counts) => Object.assign(counts, { passages: 5 })],
      [manifestPath, (_, counts) => Object.assign(counts, { documents: -1 })],
    ];
    for (const [member, change] of cases) {
      const store = createMemoryStore();
      const bytes = await rewritten(file, (members, { counts }) => change(members, counts));
      const error = await outcomeOf(importInto(store, bytes));
      expect(error).toMatchObject({ code: 'library-file-damaged', details: { member } });
      expect([await store.documents(), await store.traces()]).toEqual([[], []]);
    }
  });

  it('is imported whole or not at all, wherever a byte was changed or the end is missing', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const place = fc.nat(file.length - 1);
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, change, isCut) => {
        const damaged = isCut ? file.slice(0, at) : file.slice();
        if (!isCut) damaged[at] = (damaged[at] ?? 0) ^ change;
        const store = createMemoryStore();
        const outcome = await outcomeOf(importInto(store, damaged));
        if (outcome === 'done') {
          expect(Buffer.compare(await exportOf(store), file)).toBe(0);
          return;
        }
        expect(outcome).toMatchObject({ code: expect.stringMatching(/^library-file-/) });
        expect([await store.documents(), await store.traces()]).toEqual([[], []]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('an import that ends early', () => {
  it('leaves whole documents only, wherever it is cancelled', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    let isOver = false;
    const seen = new Set<number>();
    for (let looks = 0; !isOver; looks++) {
      expect(looks).toBeLessThan(500);
      const store = createMemoryStore();
      let left = looks;
      const signal = {
        get aborted() {
          return left-- <= 0;
        },
      };
      const outcome = await outcomeOf(importInto(store, file, { signal }));
      isOver = outcome === 'done';
      if (!isOver) expect(isCancelled(outcome)).toBe(true);
      const documents = await store.documents();
      seen.add(documents.length);
      for (const { id, passageCount } of documents) expect(await store.passagesOf(id)).toHaveLength(passageCount);
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3]);
  });

  it('says what was added before the storage failed', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const store = createMemoryStore();
    let left = 1;
    const failing: Store = {
      ...store,
      addDocument: async (added) => {
        if (left-- === 0) throw new WinnowError('storage-full', 'Full.');
        await store.addDocument(added);
      },
    };
    expect(await importInto(failing, file)).toMatchObject({
      addedCount: 1,
      notAddedCount: 2,
      addedTraceCount: 0,
      leftOutTraceCount: 2,
      error: { code: 'storage-full' },
    });
    expect(await store.documents()).toHaveLength(1);
  });

  it('does not begin where there is too little room', async () => {
    const file = await exportOf(await filled(createMemoryStore()));
    const store = createMemoryStore();
    const small: Store = {
      ...store,
      state: async () => ({ ...(await store.state()), usedBytes: 1_000_000, quotaBytes: 1_000_100 }),
    };
    await expect(importInto(small, file)).rejects.toMatchObject({
      code: 'storage-full',
      details: { usedBytes: 1_000_000, quotaBytes: 1_000_100 },
    });
    expect(await store.documents()).toEqual([]);
  });
});
