import { expect, it, vi } from 'vitest';
import { openByteTarget } from '../../engines/byte-target.ts';
import { openLibraryZip } from '../../engines/library-zip-reader.ts';
import { createLibraryZipWriter } from '../../engines/library-zip-writer.ts';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { textParser } from '../../engines/text-parser.ts';
import type { LibraryState } from '../domain/services.ts';
import { createLibrary } from './create-library.ts';
import { letterEmbedder, libraryPartsWith } from './library-fixture.ts';

const options = { depth: 10, useBm25: true, useDense: true };
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });

async function openLibrary(embedder = letterEmbedder()) {
  const states: LibraryState[] = [];
  const library = await createLibrary({
    ...libraryPartsWith(embedder),
    store: createMemoryStore(),
    sha256,
    parse: textParser.parse,
    pause: nextTask,
    onChange: (state) => states.push(state),
  });
  return { library, states };
}

type Library = Awaited<ReturnType<typeof openLibrary>>['library'];

async function fileOf(library: Library): Promise<Blob> {
  const { file: data } = await library.exportLibrary(async (bytes) =>
    createLibraryZipWriter(await openByteTarget(null, bytes), nextTask),
  );
  return new Blob([(await data?.arrayBuffer()) ?? new ArrayBuffer(0)]);
}

const readerOf = (data: Blob) => openLibraryZip({ name: 'library.zip', data });

async function filled(): Promise<Library> {
  const { library } = await openLibrary();
  for (let at = 0; at < 20; at++) await library.add(file(`${at}.txt`, `Zebra number${at} runs.\n\nIt rests.`));
  await library.embedded();
  return library;
}

it('what is imported is found at once, by words and by its own vectors; those of another embedder are computed again', async () => {
  const data = await fileOf(await filled());
  const same = letterEmbedder();
  const { library, states } = await openLibrary(same);
  await library.add(file('own.txt', 'A heron waits.'));
  await library.embedded();
  const seenBefore = same.seen.length;
  expect(await library.importLibrary(await readerOf(data))).toMatchObject({ addedCount: 20, error: null });
  expect(states.at(-1)).toMatchObject({ passageCount: 41, embeddedCount: 41 });
  expect((await library.retrieve('number7', { ...options, useDense: false })).candidates).toHaveLength(1);
  await library.embedded();
  expect(same.seen).toHaveLength(seenBefore);

  const letters = letterEmbedder();
  const other = { ...letters, info: { ...letters.info, modelHash: 'letters-2' } };
  const second = await openLibrary(other);
  await second.library.importLibrary(await readerOf(data));
  await second.library.embedded();
  expect(letters.seen).toHaveLength(40);
});

it('deleting everything ends an import, and nothing of it comes back', async () => {
  const data = await fileOf(await filled());
  const { library } = await openLibrary();
  let clearing: Promise<void> | null = null;
  const importing = library.importLibrary(await readerOf(data), {
    onProgress: ({ stage, done }) => {
      if (stage === 'adding' && done > 0) clearing ??= library.clear();
    },
  });
  await expect(importing).rejects.toMatchObject({ name: 'AbortError' });
  await clearing;
  expect(library.state().documents).toEqual([]);
  await vi.waitFor(async () => expect((await library.retrieve('zebra', options)).candidates).toEqual([]));
});
