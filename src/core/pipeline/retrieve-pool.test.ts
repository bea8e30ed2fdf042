import { expect, it } from 'vitest';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { textParser } from '../../engines/text-parser.ts';
import { createLibrary } from './create-library.ts';
import { libraryPartsWith } from './library-fixture.ts';

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });

it('vectors of a few passages do not count beside words', async () => {
  let isBusy = false;
  const store = createMemoryStore();
  await store.open();
  const library = await createLibrary({
    ...libraryPartsWith(),
    store,
    sha256,
    parse: textParser.parse,
    pause: nextTask,
    untilQuiet: async () => {
      while (isBusy) await nextTask();
    },
  });
  const denseHits = async () => {
    const { stages } = await library.retrieve('owls', { depth: 10, useBm25: true, useDense: true });
    return stages.find(({ name }) => name === 'dense')?.hitCount;
  };
  await library.add(file('one.txt', 'Owls fly at dusk.'));
  await library.embedded();
  isBusy = true;
  await library.add(file('two.txt', 'The cat sat on the mat.\n\nA dog barked at night.\n\nZebras run fast.'));
  expect(await denseHits()).toBe(0);
  isBusy = false;
  await library.embedded();
  expect(await denseHits()).toBe(4);
});
