// Loading the library's two models: at first need, again after a failure, ended when everything is deleted.
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { textParser } from '../../engines/text-parser.ts';
import { wordCrossEncoder } from '../domain/cross-encoder-fixture.ts';
import { Cancelled, WinnowError } from '../domain/errors.ts';
import type { LibraryState } from '../domain/services.ts';
import { createLibrary } from './create-library.ts';
import { letterEmbedder, libraryPartsWith } from './library-fixture.ts';
import type { LibraryParts } from './library-parts.ts';

const options = { depth: 10, useBm25: true, useDense: true };
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });
const animals = 'The cat sat on the mat.\n\nA dog barked at night.\n\nZebras run fast.';
const embedder = letterEmbedder();
const crossEncoder = wordCrossEncoder();

async function openLibrary(changes: Partial<LibraryParts>) {
  const states: LibraryState[] = [];
  const store = createMemoryStore();
  await store.open();
  const library = await createLibrary({
    ...libraryPartsWith(embedder),
    store,
    sha256,
    parse: textParser.parse,
    pause: nextTask,
    onChange: (state) => states.push(state),
    ...changes,
  });
  return { library, states };
}

it('goes on by words when the embedder cannot be had, says why, and tries again when asked', async () => {
  let isBroken = true;
  const load = async () => {
    if (isBroken) throw new WinnowError('artifact-unavailable', 'no file');
    return embedder;
  };
  const { library, states } = await openLibrary({ embedder: { info: embedder.info, load } });
  await library.add(file('animals.txt', animals));
  await expect(library.embedded()).rejects.toMatchObject({ code: 'artifact-unavailable' });
  expect(states.at(-1)?.embeddingFault).toMatchObject({ code: 'artifact-unavailable' });
  expect((await library.retrieve('zebras', options)).candidates).toHaveLength(1);
  const faultCount = () => states.filter((state) => state.embeddingFault).length;
  await vi.waitFor(() => expect(faultCount()).toBe(2));
  isBroken = false;
  await library.embedded();
  expect(library.state()).not.toHaveProperty('embeddingFault');
});

it('tries the embedder again with the next question', async () => {
  let isBroken = true;
  const load = async () => {
    if (isBroken) throw new WinnowError('artifact-unavailable', 'no file');
    return embedder;
  };
  const { library } = await openLibrary({ embedder: { info: embedder.info, load } });
  await library.add(file('animals.txt', animals));
  await vi.waitFor(() => expect(library.state()).toHaveProperty('embeddingFault'));
  isBroken = false;
  await library.retrieve('zebras', options);
  await vi.waitFor(() => expect(library.state().embeddedCount).toBe(3));
  expect(library.state()).not.toHaveProperty('embeddingFault');
});

it('goes on by words when there is no room for vectors, says so, and goes on when there is', async () => {
  let isFull = true;
  const store = createMemoryStore();
  await store.open();
  const addVectors: typeof store.addVectors = async (...run) => {
    if (isFull) throw new WinnowError('storage-full', 'Full.');
    return store.addVectors(...run);
  };
  const { library } = await openLibrary({ store: { ...store, addVectors } });
  await library.add(file('animals.txt', animals));
  await expect(library.embedded()).rejects.toMatchObject({ code: 'storage-full' });
  expect(library.state()).toMatchObject({ passageCount: 3, embeddedCount: 0 });
  expect((await library.retrieve('zebras', options)).candidates).toHaveLength(1);
  isFull = false;
  await library.embedded();
  expect(library.state()).not.toHaveProperty('embeddingFault');
});

it('loads the cross-encoder when it first scores, once, and again after a failure', async () => {
  let loadCount = 0;
  const load = async () => {
    loadCount++;
    if (loadCount === 1) throw new WinnowError('artifact-unavailable', 'no file');
    return crossEncoder;
  };
  const { library } = await openLibrary({ crossEncoder: { info: crossEncoder.info, load } });
  const scorer = await library.crossEncoder();
  expect(scorer.info).toEqual(crossEncoder.info);
  expect(loadCount).toBe(0);
  await expect(scorer.score('cat', ['A cat.'])).rejects.toMatchObject({ code: 'artifact-unavailable' });
  expect(await scorer.score('cat', ['A cat.', 'A dog.'])).toEqual(Float32Array.of(1, 0));
  await scorer.score('dog', ['A dog.']);
  expect(loadCount).toBe(2);
});

it('clear waits for a load of the cross-encoder to end, and cancels what it was for', async () => {
  let endLoad: () => void = () => undefined;
  const loading = new Promise<never>((_, reject) => {
    endLoad = () => reject(new Cancelled());
  });
  let hasEnded = false;
  const { library } = await openLibrary({
    crossEncoder: {
      info: crossEncoder.info,
      load: () =>
        loading.finally(() => {
          hasEnded = true;
        }),
    },
    cancelLoads: () => setTimeout(endLoad),
  });
  const scoring = (await library.crossEncoder()).score('cat', ['A cat.']);
  const failure = expect(scoring).rejects.toMatchObject({ name: 'AbortError' });
  await library.clear();
  expect(hasEnded).toBe(true);
  await failure;
});
