import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { createDexieStore } from '../../engines/dexie-store.ts';
import { createIndexedFiles } from '../../engines/indexed-files.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { textParser } from '../../engines/text-parser.ts';
import { WinnowError } from '../domain/errors.ts';
import type { Parser } from '../domain/ports.ts';
import type { Store } from '../domain/store.ts';
import { createLibrary } from './create-library.ts';
import { libraryPartsWith } from './library-fixture.ts';

const stores: Store[] = [];
let nameCount = 0;
const newName = () => `recognised-${nameCount++}`;

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** Text files whose lines in brackets are pictures: they are read where recognition is asked for, and only named elsewhere. */
const parse: Parser['parse'] = async ({ name, bytes }, options = {}) => {
  const written = new TextDecoder().decode(bytes);
  const { recognition } = options;
  if (recognition) {
    recognition.onPage?.(0, 1);
    recognition.onPage?.(1, 1);
  }
  const text = recognition ? written.replaceAll(/[[\]]/g, '') : written.replaceAll(/\[.*?\]\s*/g, '');
  if (text.trim() === '') throw new WinnowError('document-no-text', `“${name}” is a scan.`, { pictureCount: 1 });
  const parsed = await textParser.parse({ name, bytes: new TextEncoder().encode(text) });
  const code = recognition ? 'recognised' : 'page-without-text';
  return { ...parsed, warnings: written.includes('[') ? [{ code, page: 1, message: code }] : [] };
};

async function openLibrary(name: string, firstMs = 0) {
  const store = createDexieStore(name, createIndexedFiles);
  stores.push(store);
  await store.open();
  let nowMs = firstMs;
  const library = await createLibrary({
    ...libraryPartsWith(),
    store,
    sha256,
    parse,
    clock: { nowMs: () => nowMs++, monotonicMs: () => nowMs++ },
    pause: nextTask,
  });
  const found = async (question: string) => {
    const pool = await library.retrieve(question, { depth: 10, useBm25: true, useDense: false });
    return pool.candidates.map(({ passage }) => passage.text);
  };
  return { library, store, found };
}

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });
const half = '[A cat sleeps in the picture.]\n\nThe dog barks in the text.\n\nThe horse stands in the stable.';

describe('a file whose text is in pictures', () => {
  it('is refused, and goes in once its pictures may be read, with progress by page', async () => {
    const { library, found } = await openLibrary(newName());
    const scan = () => file('scan.txt', '[The owl reads at night.]');
    await expect(library.add(scan())).rejects.toMatchObject({ code: 'document-no-text' });
    expect(library.state().documents).toEqual([]);
    const seen: string[] = [];
    const onProgress = ({ stage, done, total }: { stage: string; done: number; total: number }) => {
      if (stage === 'recognising') seen.push(`${done} of ${total}`);
    };
    const summary = await library.add({ ...scan(), language: 'eng' }, { onProgress });
    expect(summary).toMatchObject({ name: 'scan.txt', warnings: [{ code: 'recognised' }] });
    expect(seen).toEqual(['0 of 1', '1 of 1']);
    expect(await found('Who reads?')).toEqual(['The owl reads at night.']);
    expect(new TextDecoder().decode(await library.original(summary.id))).toBe('[The owl reads at night.]');
  });
});

describe('a document of which some pages are pictures', () => {
  it('is replaced by what comes out when they are read: found, embedded, opened again', async () => {
    const name = newName();
    const { library, store, found } = await openLibrary(name);
    const { id } = await library.add(file('half.txt', half));
    await library.embedded();
    expect(await found('Who sleeps?')).toEqual([]);
    const summary = await library.recognise(id, 'eng');
    expect(summary).toMatchObject({ id, name: 'half.txt', passageCount: 3, warnings: [{ code: 'recognised' }] });
    expect(await found('Who sleeps?')).toEqual(['A cat sleeps in the picture.']);
    expect(await found('Who barks?')).toEqual(['The dog barks in the text.']);
    await library.embedded();
    expect(library.state()).toMatchObject({ passageCount: 3, embeddedCount: 3 });
    expect((await library.read(id)).text).toContain('A cat sleeps');
    expect(new TextDecoder().decode(await library.original(id))).toBe(half);
    await store.close();

    const again = await openLibrary(name, 1000);
    expect(again.library.state().documents).toMatchObject([{ id, passageCount: 3 }]);
    expect(await again.found('Who sleeps?')).toEqual(['A cat sleeps in the picture.']);
    expect((await again.store.state()).repairs).toEqual([]);
  });

  it('is found by its new passages in another tab, too', async () => {
    const name = newName();
    const one = await openLibrary(name);
    const { id } = await one.library.add(file('half.txt', half));
    const two = await openLibrary(name, 1000);
    expect(await two.found('Who barks?')).toEqual(['The dog barks in the text.']);
    await one.library.recognise(id, 'eng');
    await expect.poll(() => two.found('Who sleeps?')).toEqual(['A cat sleeps in the picture.']);
    expect(await two.found('Who barks?')).toEqual(['The dog barks in the text.']);
  });

  it('is as it was when that is cancelled, wherever that happens, or fails', async () => {
    let isOver = false;
    for (let looks = 0; !isOver; looks++) {
      const { library, found, store } = await openLibrary(newName());
      const { id } = await library.add(file('half.txt', half));
      let left = looks;
      const signal = {
        get aborted() {
          return left-- <= 0;
        },
      };
      isOver = await library.recognise(id, 'eng', { signal }).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ name: 'AbortError' });
          return false;
        },
      );
      expect(await found('Who sleeps?')).toHaveLength(isOver ? 1 : 0);
      expect(await found('Who barks?')).toHaveLength(1);
      expect((await store.documents())[0]?.warnings).toMatchObject([
        { code: isOver ? 'recognised' : 'page-without-text' },
      ]);
    }
    const { library } = await openLibrary(newName());
    await expect(library.recognise('0'.repeat(64), 'eng')).rejects.toMatchObject({ code: 'document-not-found' });
  });
});
