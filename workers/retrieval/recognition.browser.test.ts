import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRetrievalClient } from './client.ts';

const client = createRetrievalClient({
  modelsUrl: new URL('/models/', location.href).href,
  pdfDataUrl: new URL('/node_modules/pdfjs-dist/', location.href).href,
  recognitionUrl: new URL('/recognition/', location.href).href,
});

beforeEach(() => client.clear());
afterEach(() => client.end());

async function fixture(name: string) {
  const response = await fetch(`/e2e/fixtures/documents/${name}`);
  return { name, bytes: await response.arrayBuffer() };
}

/** Pages on which the words are found. */
async function pagesOf(question: string): Promise<readonly (number | undefined)[]> {
  const pool = await client.retrieve(question, { depth: 10, useBm25: true, useDense: false });
  return pool.candidates.map(({ passage }) => passage.pages?.first);
}

it('a scan goes in with the text of its pictures, which is cited by its pages', async () => {
  await expect(client.add(await fixture('scanned-ferry.pdf'))).rejects.toMatchObject({ code: 'document-no-text' });
  const added = await client.add({ ...(await fixture('scanned-ferry.pdf')), language: 'eng' });
  expect(added).toMatchObject({ pageCount: 4, mediaType: 'application/pdf' });
  expect(await pagesOf('Who raises the lantern?')).toEqual([1]);
  expect(await pagesOf('Where are the umbrellas?')).toEqual([4]);
  const { bytes } = await fixture('scanned-ferry.pdf');
  expect(new Uint8Array(await client.original(added.id))).toEqual(new Uint8Array(bytes));
});

it.each(['recognising', 'saving'] as const)(
  'a document whose pictures are read is the old one or the new one when that is cancelled while %s',
  async (stage) => {
    const before = await client.add(await fixture('partly-scanned.pdf'));
    const controller = new AbortController();
    const outcome = await client
      .recognise(before.id, 'eng', {
        signal: controller.signal,
        onProgress: (progress) => progress.stage === stage && controller.abort(),
      })
      .catch((error: unknown) => (error instanceof Error ? error.name : 'odd'));
    expect(controller.signal.aborted).toBe(true);
    const [after] = (await client.open()).documents;
    expect(after?.id).toBe(before.id);
    if (outcome === 'AbortError') {
      expect(after?.warnings).toEqual(before.warnings);
      expect(await pagesOf('umbrellas')).toEqual([]);
    } else {
      expect(outcome).toMatchObject({ warnings: [{ code: 'recognised', page: 2 }] });
      expect(await pagesOf('umbrellas')).toEqual([2]);
    }
    if (stage === 'recognising') expect(outcome).toBe('AbortError');
    // Afterwards it can be read.
    const read = await client.recognise(before.id, 'eng');
    expect(read.warnings).toMatchObject(outcome === 'AbortError' ? [{ code: 'recognised', page: 2 }] : [{}]);
    expect(await pagesOf('umbrellas')).toEqual([2]);
  },
);
