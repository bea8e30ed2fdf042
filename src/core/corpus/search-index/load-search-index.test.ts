import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Passage } from '../../domain/passage.ts';
import type { SavedIndex } from '../../domain/store.ts';
import { createSearchIndex } from './create-search-index.ts';
import { loadSearchIndex } from './load-search-index.ts';
import type { IndexSettings, SearchIndex } from './search-index.ts';

const dimension = 3;
const settings: IndexSettings = { chunking: 'test/1', embedder: { modelId: 'toy', modelHash: 'abc', dimension } };

function passagesOf(documentId: string, texts: readonly string[]): Passage[] {
  return texts.map((text, ordinal) => ({
    id: `${documentId}:${ordinal}`,
    documentId,
    ordinal,
    span: { start: 0, end: text.length },
    text,
    headingPath: [],
    pages: null,
    sentences: [],
  }));
}

/** What a storage does: keep parts by name, drop those no longer named. */
function createDisk() {
  const parts = new Map<string, ArrayBuffer>();
  let manifest = new ArrayBuffer(0);
  return {
    parts,
    write: (index: SearchIndex): SavedIndex => {
      const saved = index.save(new Set(parts.keys()));
      for (const { name, bytes } of saved.newParts) parts.set(name, bytes);
      for (const name of parts.keys()) if (!saved.partNames.includes(name)) parts.delete(name);
      manifest = saved.manifest;
      return saved;
    },
    // Copies, as reading a file would give.
    load: (by: IndexSettings = settings) =>
      loadSearchIndex(by, manifest.slice(0), (name) => Promise.resolve(parts.get(name)?.slice(0))),
    damage: (part: string, offset: number) => {
      const bytes = new Uint8Array(part === 'manifest' ? manifest : (parts.get(part) ?? new ArrayBuffer(0)));
      bytes[offset % bytes.length] = (bytes[offset % bytes.length] ?? 0) ^ 0x10;
    },
  };
}

function sample(): SearchIndex {
  const index = createSearchIndex(settings);
  index.addPassages('Über.txt', passagesOf('a', ['red green blue', 'green 東京 tea', 'blue']));
  index.addPassages('b.txt', passagesOf('b', ['red red', 'grey', 'green', 'black', 'white', 'pink', 'brown']));
  index.addPassages('c.txt', passagesOf('c', ['tea']));
  index.setVectors('a', 0, Float32Array.from([1, 0, 0, 0, 1, 0]));
  index.setVectors('b', 3, Float32Array.from([0, 0, 1]));
  return index;
}

const ask = (index: SearchIndex) => ({
  bm25: ['red', 'green tea', '東京', 'uber', 'nothing'].map((question) => index.searchBm25(question, 20)),
  dense: index.searchDense(Float32Array.from([0.5, 0.4, 0.3]), 20),
  missing: index.documentIds().map((id) => [id, index.missingVectors(id)]),
  stats: { ...index.stats(), scanVectorBytes: 0 },
});

describe('a saved index', () => {
  it('answers as before, and goes on', async () => {
    const index = sample();
    const disk = createDisk();
    disk.write(index);
    const loaded = await disk.load();
    expect(ask(loaded)).toEqual(ask(index));
    expect(loaded.fingerprint).toBe(index.fingerprint);
    for (const each of [index, loaded]) {
      each.removeDocument('a');
      each.addPassages('d.txt', passagesOf('d', ['green again']));
      each.setVectors('c', 0, Float32Array.from([0, 1, 0]));
    }
    expect(ask(loaded)).toEqual(ask(index));
    // A save sheds what was removed.
    disk.write(index);
    disk.write(loaded);
    expect(ask(await disk.load())).toEqual(ask(index));
  });

  it('holds no word and no id of a document that was removed', () => {
    const index = sample();
    const disk = createDisk();
    const textIn = (bytes: ArrayBuffer) => new TextDecoder('utf-16le').decode(bytes);
    const stored = () => disk.write(index).partNames.map((name) => textIn(disk.parts.get(name) ?? new ArrayBuffer(0)));
    expect(stored().join()).toContain('brown');
    expect(stored().join()).toContain('"documentId":"b"');
    index.removeDocument('b');
    expect(stored().join()).not.toMatch(/brown|"documentId":"b"/u);
    expect(stored().join()).toContain('"documentId":"a"');
  });

  it('survives any order of adds, vectors, removals and savings', async () => {
    const step = fc.oneof(
      fc.record({ add: fc.array(fc.constantFrom('a b', 'b c c', 'c', 'd a', 'e'), { minLength: 1, maxLength: 5 }) }),
      fc.record({ embed: fc.nat(8) }),
      fc.record({ remove: fc.nat(8) }),
      fc.record({ reload: fc.constant(true) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const disk = createDisk();
        let index = createSearchIndex(settings);
        const never = createSearchIndex(settings);
        for (const [serial, change] of steps.entries()) {
          const ids = index.documentIds();
          for (const each of [index, never]) {
            if ('add' in change) each.addPassages(`n${serial}`, passagesOf(`d${serial}`, change.add));
            const id = ids['embed' in change ? change.embed : 'remove' in change ? change.remove : -1];
            if (id === undefined) continue;
            if ('embed' in change) each.setVectors(id, 0, Float32Array.from([serial, 1, -1]));
            else each.removeDocument(id);
          }
          if ('reload' in change) {
            disk.write(index);
            index = await disk.load();
          }
        }
        const questions = ['a', 'b c', 'n3', 'd e'];
        for (const question of questions)
          expect(index.searchBm25(question, 99)).toEqual(never.searchBm25(question, 99));
        expect(index.searchDense(Float32Array.from([1, 1, 0]), 99)).toEqual(
          never.searchDense(Float32Array.from([1, 1, 0]), 99),
        );
      }),
    );
  });

  it('writes only what is new', () => {
    const index = sample();
    const disk = createDisk();
    expect(disk.write(index).newParts.length).toBe(index.stats().segmentCount + 1);
    expect(disk.write(index).newParts).toEqual([]);
    index.setVectors('c', 0, Float32Array.from([0, 1, 0]));
    expect(disk.write(index).newParts.map(({ name }) => name.split('-')[0])).toEqual(['vectors']);
    index.removeDocument('b');
    expect([...disk.parts.keys()].sort()).not.toEqual([...disk.write(index).partNames].sort());
    expect([...disk.parts.keys()].sort()).toEqual([...disk.write(index).partNames].sort());
  });

  it('is refused when any byte of any part is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (which, offset) => {
        const disk = createDisk();
        const saved = disk.write(sample());
        const names = ['manifest', ...saved.partNames];
        disk.damage(names[which % names.length] ?? '', offset);
        await expect(disk.load()).rejects.toMatchObject({ code: 'index-mismatch' });
      }),
    );
  });

  it('is refused when cut off, with a part missing or swapped, or made by something else', async () => {
    const disk = createDisk();
    const [first = '', second = ''] = disk.write(sample()).partNames;
    const bytes = disk.parts.get(first) ?? new ArrayBuffer(0);
    for (const wrong of [bytes.slice(0, 40), bytes.slice(0, 3), new ArrayBuffer(0), disk.parts.get(second)]) {
      if (wrong) disk.parts.set(first, wrong);
      await expect(disk.load()).rejects.toMatchObject({ code: 'index-mismatch', details: { part: first } });
    }
    disk.parts.delete(first);
    await expect(disk.load()).rejects.toThrow(`${first} is missing`);
    await expect(disk.load({ ...settings, chunking: 'test/2' })).rejects.toThrow(/made by .*test\/1.*not by .*test\/2/);
  });
});

describe('setVectors', () => {
  it('refuses vectors that do not fit', () => {
    const index = sample();
    expect(() => index.setVectors('c', 0, new Float32Array(4))).toThrow(/4 numbers .* do not fit 1 × 3/);
    expect(() => index.setVectors('c', 1, new Float32Array(3))).toThrow(/do not fit/);
    expect(() => index.setVectors('c', 0, Float32Array.from([0, Number.NaN, 0]))).toThrow(/Number 1 .* NaN/);
    expect(() => index.setVectors('x', 0, new Float32Array(3))).toThrow(
      expect.objectContaining({ code: 'document-not-found' }),
    );
  });
});
