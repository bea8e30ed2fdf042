import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDexieStore } from '../../engines/dexie-store.ts';
import { createIndexedFiles } from '../../engines/indexed-files.ts';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { textParser } from '../../engines/text-parser.ts';
import type { Document } from '../domain/document.ts';
import { Cancelled } from '../domain/errors.ts';
import type { Trace } from '../domain/events.ts';
import type { Embedder } from '../domain/ports.ts';
import type { ImportProgress, LibraryState } from '../domain/services.ts';
import type { Store } from '../domain/store.ts';
import { createLibrary } from './create-library.ts';
import { letterEmbedder, libraryPartsWith, splitByBlock } from './library-fixture.ts';
import type { LibraryParts } from './library-parts.ts';

const options = { depth: 10, useBm25: true, useDense: true };
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

type Changes = Partial<Omit<LibraryParts, 'embedder'>> & {
  readonly embedder?: Embedder;
  readonly load?: () => Promise<Embedder>;
};

async function openLibrary(changes: Changes = {}, onProgress?: (progress: ImportProgress) => void) {
  const { embedder = letterEmbedder(), load = async () => embedder, ...rest } = changes;
  const states: LibraryState[] = [];
  let nowMs = 0;
  const parts: LibraryParts = {
    ...libraryPartsWith(embedder),
    store: rest.store ?? (await openStore(`library-${nameCount++}`)),
    sha256,
    parse: textParser.parse,
    clock: { nowMs: () => nowMs++, monotonicMs: () => nowMs++ },
    pause: nextTask,
    embedder: { info: embedder.info, load },
    onChange: (state) => states.push(state),
    ...rest,
  };
  return { library: await createLibrary(parts, onProgress), states, store: parts.store };
}

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });
const animals = 'The cat sat on the mat.\n\nA dog barked at night.\n\nZebras run fast.';

describe('adding', () => {
  it('makes a document searchable by words at once, by vectors later, with progress for each stage', async () => {
    let allow: () => void = () => undefined;
    const allowed = new Promise<void>((resolve) => {
      allow = resolve;
    });
    const embedder = letterEmbedder();
    const { library, states } = await openLibrary({ load: () => allowed.then(() => embedder), embedder });
    const stages: string[] = [];
    const summary = await library.add(file('animals.txt', animals), { onProgress: ({ stage }) => stages.push(stage) });
    expect(summary).toMatchObject({
      name: 'animals.txt',
      passageCount: 3,
      embeddedCount: 0,
      byteLength: animals.length,
    });
    expect([...new Set(stages)]).toEqual(['reading', 'splitting', 'saving', 'indexing']);

    const before = await library.retrieve('Who barked?', options);
    expect(before.candidates.map(({ passage }) => passage.text)).toEqual(['A dog barked at night.']);
    expect(before.stages.find(({ name }) => name === 'dense')?.hitCount).toBe(0);

    allow();
    await library.embedded();
    expect(states.at(-1)).toMatchObject({ passageCount: 3, embeddedCount: 3 });
    const after = await library.retrieve('Who barked?', options);
    expect(after.candidates).toHaveLength(3);
    expect(after.stages.find(({ name }) => name === 'dense')?.hitCount).toBe(3);
  });

  it('refuses the same bytes twice, and a file without text', async () => {
    const { library } = await openLibrary();
    await library.add(file('one.txt', animals));
    await expect(library.add(file('two.txt', animals))).rejects.toMatchObject({
      code: 'document-duplicate',
      details: { existingName: 'one.txt' },
    });
    await expect(library.add(file('blank.txt', ' \n\n '))).rejects.toMatchObject({
      code: 'document-no-text',
    });
    expect(library.state().documents).toHaveLength(1);
  });

  it('leaves nothing when cancelled, wherever that happens', async () => {
    let isOver = false;
    for (let looks = 0; !isOver; looks++) {
      const { library, store } = await openLibrary();
      let left = looks;
      const signal = {
        get aborted() {
          return left-- <= 0;
        },
      };
      isOver = await library.add(file('animals.txt', animals), { signal }).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ name: 'AbortError' });
          return false;
        },
      );
      expect(await store.documents()).toHaveLength(isOver ? 1 : 0);
      const found = await library.retrieve('cat', options);
      expect(found.candidates.length > 0).toBe(isOver);
      expect(looks).toBeLessThan(50);
    }
  });
});

describe('removing', () => {
  it('takes the document out of search and store', async () => {
    const { library } = await openLibrary();
    const { id } = await library.add(file('animals.txt', animals));
    await library.embedded();
    await library.remove(id);
    expect((await library.retrieve('cat', options)).candidates).toEqual([]);
    expect(library.state()).toEqual({ documents: [], passageCount: 0, embeddedCount: 0 });
    await expect(library.read(id)).rejects.toMatchObject({ code: 'document-not-found' });
  });
});

const manyLines = Array.from(
  { length: 50 },
  (_, line) => `Line ${line} tells of ${'abcdefghij'[line % 10]?.repeat(3)}.`,
).join('\n\n');

describe('a second session', () => {
  it('goes on embedding where the first one was interrupted, newest document first, nothing twice', async () => {
    const name = `library-${nameCount++}`;
    const first = letterEmbedder();
    const store = await openStore(name);
    const interrupted = await openLibrary({
      store,
      load: async () => ({
        ...first,
        embed: async (texts) => {
          // The tab is closed after the first run of 16.
          if (first.seen.length >= 16) await new Promise<never>(() => undefined);
          return first.embed(texts);
        },
      }),
    });
    await interrupted.library.add(file('many.txt', manyLines));
    while (interrupted.states.at(-1)?.embeddedCount !== 16) await nextTask();
    await store.close();
    // The closed tab's lock goes with it; here it shares the process, so the second session gets its own.
    const second = letterEmbedder();
    const again = await openLibrary({ store: await openStore(name), embedder: second });
    expect(again.library.state()).toMatchObject({ passageCount: 50, embeddedCount: 16 });
    await again.library.embedded();
    expect(first.seen).toHaveLength(16);
    expect(second.seen).toHaveLength(34);
    expect(new Set([...first.seen, ...second.seen]).size).toBe(50);
    expect((await again.library.retrieve('line 49', { ...options, useBm25: false })).candidates).toHaveLength(10);

    const third = await openLibrary({
      store: await openStore(name),
      load: () => Promise.reject(new Error('not needed')),
    });
    await third.library.embedded();
    expect(third.library.state().embeddedCount).toBe(50);
  });

  it('builds the index again for another embedder or splitter, with progress', async () => {
    const name = `library-${nameCount++}`;
    const first = await openLibrary({ store: await openStore(name) });
    await first.library.add(file('animals.txt', animals));
    await first.library.embedded();

    const other = letterEmbedder();
    const renamed = { ...other, info: { ...other.info, modelHash: 'letters-2' } };
    const second = await openLibrary({ store: await openStore(name), embedder: renamed });
    await second.library.embedded();
    expect(other.seen).toHaveLength(3);

    const progress: ImportProgress[] = [];
    const passagesOf = (document: Document) => {
      const span = { start: 0, end: document.text.length };
      return splitByBlock({ ...document, blocks: [{ kind: 'paragraph', span, level: 0 }] });
    };
    const third = await openLibrary(
      { store: await openStore(name), splitter: { version: 'whole-1', passagesOf } },
      (step) => progress.push(step),
    );
    expect(third.library.state().passageCount).toBe(1);
    expect(progress.map(({ stage }) => stage)).toEqual(['splitting', 'indexing']);
    expect((await third.library.retrieve('zebras', options)).candidates[0]?.passage.text).toContain('The cat');
  });

  it('sees what a tab beside it does', async () => {
    const name = `library-${nameCount++}`;
    const one = await openLibrary({ store: await openStore(name) });
    const two = await openLibrary({ store: await openStore(name) });
    await one.library.add(file('animals.txt', animals));
    await two.library.embedded();
    while (two.library.state().embeddedCount !== 3) await nextTask();
    expect((await two.library.retrieve('zebras', options)).candidates[0]?.passage.text).toBe('Zebras run fast.');
    await two.library.clear();
    while (one.library.state().documents.length > 0) await nextTask();
    expect((await one.library.retrieve('zebras', options)).candidates).toEqual([]);
    await one.library.add(file('animals.txt', animals));
    await one.library.embedded();
  });
});

describe('while something else needs the processor', () => {
  it('keeps no answer to a question that was asked before everything was deleted, here or beside', async () => {
    const name = `library-${nameCount++}`;
    const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
    const one = await openLibrary({ store: await openStore(name), clock });
    const two = await openLibrary({ store: await openStore(name), clock });
    await one.library.add(file('animals.txt', animals));
    await two.library.embedded();
    const trace: Trace = { version: 1, id: 'a', startedAtMs: Date.now() - 1000, fingerprint: '', events: [] };
    await two.library.clear();
    while (one.library.state().documents.length > 0) await nextTask();
    for (const { library } of [one, two]) {
      await library.saveTrace(trace);
      expect(await library.traces()).toEqual([]);
    }
    const later = { ...trace, startedAtMs: Date.now() + 1000 };
    await one.library.saveTrace(later);
    expect(await two.library.traces()).toEqual([later]);
  });

  it('passages wait for their vectors, a question does not', async () => {
    let isBusy = false;
    const embedder = letterEmbedder();
    const untilQuiet = async () => {
      while (isBusy) await nextTask();
    };
    const { library } = await openLibrary({ embedder, untilQuiet });
    await library.add(file('animals.txt', animals));
    for (let n = 0; n < 9; n += 1) await library.add(file(`${n}.txt`, `Number ${n} is a number.`));
    await library.embedded();
    isBusy = true;
    await library.add(file('more.txt', 'Owls fly at dusk.'));
    await library.retrieve('zebras', options);
    expect(embedder.seen.slice(12)).toEqual(['zebras']);
    expect(library.state()).toMatchObject({ passageCount: 13, embeddedCount: 12 });
    isBusy = false;
    await library.embedded();
    expect(embedder.seen.slice(12)).toEqual(['zebras', 'Owls fly at dusk.']);
  });

  it('everything can be deleted', async () => {
    const { library } = await openLibrary({
      untilQuiet: async (signal) => {
        while (!signal.aborted) await nextTask();
      },
    });
    await library.add(file('animals.txt', animals));
    await library.clear();
    expect(library.state().documents).toEqual([]);
  });
});

describe('faults', () => {
  it('when another tab deletes everything, ends a load first and then deletes what it has kept', async () => {
    const name = `library-${nameCount++}`;
    const one = await openLibrary({ store: await openStore(name) });
    await one.library.add(file('animals.txt', animals));
    await one.library.embedded();
    const steps: string[] = [];
    let endLoad: () => void = () => undefined;
    const loading = new Promise<Embedder>((_, reject) => {
      endLoad = () => reject(new Cancelled());
    });
    const two = await openLibrary({
      store: await openStore(name),
      load: () => loading.finally(() => steps.push('load ended')),
      cancelLoads: () => {
        steps.push('cancel');
        setTimeout(endLoad);
      },
      deleteKeptFiles: async () => void steps.push('delete'),
    });
    await one.library.clear();
    await vi.waitFor(() => expect(two.states.at(-1)?.documents).toEqual([]));
    expect(steps).toEqual(['cancel', 'load ended', 'delete']);
  });

  it('clear cancels what runs', async () => {
    const { library } = await openLibrary({
      parse: async (given, parseOptions) => {
        while (!parseOptions?.signal?.aborted) await nextTask();
        return textParser.parse(given, parseOptions);
      },
    });
    const added = library.add(file('animals.txt', animals));
    const failure = expect(added).rejects.toMatchObject({ name: 'AbortError' });
    await library.clear();
    await failure;
    expect(library.state().documents).toEqual([]);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('works in memory where nothing can be stored', async () => {
    const { library } = await openLibrary({ store: createMemoryStore() });
    const { id } = await library.add(file('animals.txt', animals));
    await library.embedded();
    expect((await library.storage()).medium).toBe('memory');
    expect((await library.retrieve('zebras', options)).candidates).toHaveLength(3);
    expect(new TextDecoder().decode(await library.original(id))).toBe(animals);
    await expect(library.add(file('b.txt', animals))).rejects.toMatchObject({ code: 'document-duplicate' });
    await library.remove(id);
    expect((await library.retrieve('zebras', options)).candidates).toEqual([]);
  });
});

const texts = ['cat dog', 'dog zebra', 'zebra cat cat', 'night', 'mat mat dog'].map((words, place) =>
  Array.from({ length: 4 }, (_, line) => `${words} ${'abcd'[line]?.repeat(place + line + 1)}`).join('\n\n'),
);
const place = fc.nat(texts.length - 1);
const histories = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('add' as const), place }),
    fc.record({ do: fc.constant('remove' as const), place }),
    fc.record({ do: fc.constantFrom('close' as const, 'embed' as const), place }),
  ),
  { maxLength: 15 },
);

describe('any history', () => {
  it('of adding, removing and closing early ends with the index that a new library of the same documents has', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const name = `library-${nameCount++}`;
        const held = new Map<number, string>();
        let { library, store } = await openLibrary({ store: await openStore(name) });
        for (const step of history) {
          const id = held.get(step.place);
          if (step.do === 'add' && id === undefined) {
            held.set(step.place, (await library.add(file(`${step.place}.txt`, texts[step.place] ?? ''))).id);
          } else if (step.do === 'remove' && id !== undefined) {
            await library.remove(id);
            held.delete(step.place);
          } else if (step.do === 'embed') {
            await library.embedded();
          } else if (step.do === 'close') {
            await store.close();
            ({ library, store } = await openLibrary({ store: await openStore(name) }));
          }
        }
        const fresh = await openLibrary();
        for (const kept of held.keys()) await fresh.library.add(file(`${kept}.txt`, texts[kept] ?? ''));
        await library.embedded();
        await fresh.library.embedded();
        for (const question of ['cat', 'dog at night', 'aaa zebra mat']) {
          const [found, expected] = await Promise.all(
            [library, fresh.library].map((one) => one.retrieve(question, options)),
          );
          expect(found?.candidates).toEqual(expected?.candidates);
          expect(found?.passageCount).toBe(4 * held.size);
        }
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});
