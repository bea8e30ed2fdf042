import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorDataOf } from '../core/domain/errors.ts';
import type { Passage } from '../core/domain/passage.ts';
import type { NewDocument, Store, VectorRun } from '../core/domain/store.ts';
import { withoutTag, withTag } from '../core/domain/tags.ts';
import { createDexieStore } from './dexie-store.ts';
import { createIndexedFiles } from './indexed-files.ts';
import { createMemoryStore } from './memory-store.ts';

type Step =
  | {
      readonly do: 'add';
      readonly id: string;
      readonly passageCount: number;
      readonly addedAtMs: number;
      /** Whether its first two passages come with vectors, as those of an imported library do. */
      readonly isEmbedded: boolean;
    }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'vectors'; readonly id: string; readonly from: number; readonly count: number; readonly by: string }
  | { readonly do: 'replace'; readonly id: string; readonly passageCount: number }
  | { readonly do: 'tag'; readonly id: string; readonly tag: string }
  | { readonly do: 'untag'; readonly id: string; readonly tag: string }
  | { readonly do: 'read anew'; readonly id: string; readonly passageCount: number; readonly addedAtMs: number }
  | { readonly do: 'trace'; readonly id: string; readonly startedAtMs: number }
  | { readonly do: 'untrace'; readonly id: string }
  | { readonly do: 'reopen' };

const id = fc.constantFrom('a', 'b', 'c');
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      do: fc.constant('add' as const),
      id,
      passageCount: fc.integer({ min: 1, max: 40 }),
      addedAtMs: fc.nat(9),
      isEmbedded: fc.boolean(),
    }),
    fc.record({ do: fc.constant('remove' as const), id }),
    fc.record({
      do: fc.constant('vectors' as const),
      id,
      from: fc.constantFrom(0, 2, 4),
      count: fc.constant(2),
      by: fc.constantFrom('e1', 'e2'),
    }),
    fc.record({ do: fc.constant('replace' as const), id, passageCount: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ do: fc.constant('tag' as const), id, tag: fc.constantFrom('Tax', 'tax', 'House', '') }),
    fc.record({ do: fc.constant('untag' as const), id, tag: fc.constantFrom('TAX', 'House') }),
    fc.record({
      do: fc.constant('read anew' as const),
      id,
      passageCount: fc.integer({ min: 1, max: 40 }),
      addedAtMs: fc.nat(9),
    }),
    fc.record({ do: fc.constant('trace' as const), id, startedAtMs: fc.nat(9) }),
    fc.record({ do: fc.constant('untrace' as const), id }),
    fc.record({ do: fc.constant('reopen' as const) }),
  ),
  { maxLength: 25 },
);

function passagesOf(documentId: string, count: number): Passage[] {
  return Array.from({ length: count }, (_, ordinal) => ({
    id: `${documentId}:${ordinal}`,
    documentId,
    ordinal,
    span: { start: ordinal, end: ordinal + 1 },
    text: String(ordinal % 10),
    headingPath: [],
    pages: null,
    sentences: [],
  }));
}

function vectorRun(documentId: string, firstOrdinal: number, count: number): VectorRun {
  const vectors = Float32Array.from({ length: count * 3 }, (_, place) => firstOrdinal * 10 + place);
  return { documentId, firstOrdinal, count, vectors };
}

function newDocument(step: Extract<Step, { do: 'add' }>): NewDocument {
  const { id: documentId, passageCount, addedAtMs } = step;
  const runs = [vectorRun(documentId, 0, Math.min(2, passageCount))];
  const text = '0123456789'.repeat(4);
  const shape = { mediaType: 'text/plain', title: null, blocks: [], pages: [], warnings: [] };
  return {
    document: { id: documentId, name: `${documentId}.txt`, text, byteLength: text.length, addedAtMs, ...shape },
    passages: passagesOf(documentId, passageCount),
    original: new TextEncoder().encode(text).buffer,
    chunkingId: 'test',
    ...(step.isEmbedded ? { vectors: { embedderHash: 'e1', runs } } : {}),
  };
}

async function take(store: Store, step: Exclude<Step, { do: 'reopen' }>): Promise<unknown> {
  switch (step.do) {
    case 'add':
      return store.addDocument(newDocument(step));
    case 'remove':
      return store.removeDocument(step.id);
    case 'vectors':
      return store.addVectors(vectorRun(step.id, step.from, step.count), step.by);
    case 'replace':
      return store.replacePassages(step.id, passagesOf(step.id, step.passageCount), 'other');
    case 'tag':
      return store.changeTags(step.id, (tags) => withTag(tags, step.tag));
    case 'untag':
      return store.changeTags(step.id, (tags) => withoutTag(tags, step.tag));
    case 'read anew': {
      const { document, passages } = newDocument({ ...step, do: 'add', isEmbedded: false });
      const warnings = [{ code: 'recognised', page: 1, message: 'Read from its picture.' } as const];
      const recognised = { ...document, text: `${document.text}0`, warnings };
      return store.replaceDocument({ document: recognised, passages, chunkingId: 'other' });
    }
    case 'trace':
      return store.saveTrace({ version: 1, id: step.id, startedAtMs: step.startedAtMs, fingerprint: '', events: [] });
    case 'untrace':
      return store.removeTrace(step.id);
  }
}

/** All that can be read of a store. Documents and traces of one time may come in any order. */
async function contentOf(store: Store) {
  const documents = await store.documents();
  const details = await Promise.all(
    documents.map(async (document) => ({
      document,
      whole: await store.document(document.id),
      original: new Uint8Array(await store.original(document.id)),
      passages: await store.passagesOf(document.id),
      some: await store.passages([`${document.id}:0`, `${document.id}:17`, `${document.id}:99`]),
      vectors: await store.vectorsOf(document.id, document.embedderHash ?? '', 0),
    })),
  );
  const traces = await store.traces();
  return {
    times: documents.map(({ addedAtMs }) => addedAtMs),
    traceTimes: traces.map(({ startedAtMs }) => startedAtMs),
    details: details.sort((one, two) => (one.document.id < two.document.id ? -1 : 1)),
    traces: [...traces].sort((one, two) => (one.id < two.id ? -1 : 1)),
  };
}

const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => errorDataOf(error));

describe('the store in IndexedDB', () => {
  it('does what the store in memory does, also when it is closed and opened in between', async () => {
    let nameCount = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const name = `agreement-${nameCount++}`;
        const open = async () => {
          const store = createDexieStore(name, createIndexedFiles);
          expect(await store.open()).toEqual([]);
          return store;
        };
        const memory = createMemoryStore();
        let stored = await open();
        for (const step of sequence) {
          if (step.do === 'reopen') {
            await stored.close();
            stored = await open();
          } else {
            expect(await outcome(take(stored, step))).toEqual(await outcome(take(memory, step)));
          }
          expect(await contentOf(stored)).toEqual(await contentOf(memory));
        }
        await stored.close();
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
