import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import catalog from '../../models/catalog.json' with { type: 'json' };
import type { LibraryState } from '../../src/core/domain/services.ts';
import { createRetrievalClient, type RetrievalClient } from './client.ts';

const places = {
  modelsUrl: new URL('/models/', location.href).href,
  pdfDataUrl: new URL('/node_modules/pdfjs-dist/', location.href).href,
  recognitionUrl: new URL('/recognition/', location.href).href,
};
const options = { depth: 10, useBm25: true, useDense: true };
const clients: RetrievalClient[] = [];

function newClient(start?: () => Worker): RetrievalClient {
  const client = createRetrievalClient({ ...places, ...(start ? { start } : {}) });
  clients.push(client);
  return client;
}

async function endAll(): Promise<void> {
  for (const client of clients.splice(0)) client.end();
}

beforeEach(async () => {
  await newClient().clear();
  await endAll();
});
afterEach(endAll);

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });

const handbook = `# Care of pets

## Cats

A cat sleeps for about fifteen hours a day. Its claws are drawn in while it walks, so that they stay sharp.

## Tortoises

A tortoise digs itself in when the days grow short. It does not eat until spring, and must not be woken.
`;

/** Text of that many sections, about 40 words each. */
function longText(sectionCount: number, seed = ''): string {
  const words = 'river stone lamp winter bread window engine garden letter copper silence market'.split(' ');
  return Array.from({ length: sectionCount }, (_, section) => {
    const sentence = Array.from({ length: 40 }, (_, place) => words[(place * 7 + section * 5) % words.length]).join(
      ' ',
    );
    return `## Section ${section}${seed}\n\nNumber${section} ${sentence}.`;
  }).join('\n\n');
}

/** A PDF of one line of Helvetica a page. */
function pdfOf(lines: readonly string[]): ArrayBuffer {
  const pageIds = lines.map((_, page) => 4 + 2 * page);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${lines.length}/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((line, page) => {
      // Not all at one height: that would be a running header.
      const content = `BT /F1 12 Tf 72 ${700 - 50 * page} Td (${line}) Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * page} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, place) => {
    const offset = text.length;
    text += `${place + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return new TextEncoder().encode(text).buffer;
}

async function filesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const [name, handle] of folder.entries()) {
    names.push(name);
    // SAFETY: `kind` tells which of the two handles it is.
    if (handle.kind === 'directory') names.push(...(await filesIn(handle as FileSystemDirectoryHandle)));
  }
  return names;
}

describe('a library', () => {
  it('finds a document by words at once, and again after a fresh start', async () => {
    const client = newClient();
    expect(await client.open()).toEqual({ documents: [], passageCount: 0, embeddedCount: 0 });
    const stages = new Set<string>();
    const added = file('pets.md', handbook);
    const byteLength = added.bytes.byteLength;
    const summary = await client.add(added, { onProgress: ({ stage }) => stages.add(stage) });
    expect(summary).toMatchObject({ name: 'pets.md', title: 'Care of pets', byteLength, passageCount: 2 });
    expect(stages).toContain('indexing');
    const before = await client.retrieve('How long does a cat sleep?', { ...options, useDense: false });
    expect(before.candidates[0]?.passage.headingPath).toEqual(['Care of pets', 'Cats']);

    client.end();
    const again = newClient();
    expect((await again.open()).documents.map(({ name }) => name)).toEqual(['pets.md']);
    const after = await again.retrieve('How long does a cat sleep?', { ...options, useDense: false });
    expect(after.candidates).toEqual(before.candidates);
    const document = await again.read(summary.id);
    for (const { passage } of after.candidates) {
      expect(document.text.slice(passage.span.start, passage.span.end)).toBe(passage.text);
    }
    expect(new TextDecoder().decode(await again.original(summary.id))).toBe(handbook);
    expect(await again.storage()).toMatchObject({ medium: 'opfs', repairs: [] });
  });

  it('reads a PDF in a worker of its own, with progress by page', async () => {
    const client = newClient();
    const pages: number[] = [];
    const bytes = pdfOf(['The lighthouse was built in 1823.', 'Its lamp burns rape oil.', 'Nobody lives there now.']);
    const summary = await client.add(
      { name: 'lighthouse.pdf', bytes },
      { onProgress: ({ stage, done }) => stage === 'parsing' && pages.push(done) },
    );
    expect(summary).toMatchObject({ mediaType: 'application/pdf', pageCount: 3 });
    expect(pages.at(-1)).toBe(3);
    const pool = await client.retrieve('When was the lighthouse built?', { ...options, useDense: false });
    expect(pool.candidates[0]?.passage.pages?.first).toBe(1);
    expect(pool.candidates[0]?.passage.text).toContain('built in 1823');
  });

  it('gives its passages vectors in the background, once', async () => {
    const client = newClient();
    const states: LibraryState[] = [];
    client.onChange((state) => states.push(state));
    await client.add(file('pets.md', handbook));
    await client.embedded();
    expect(states.at(-1)).toMatchObject({ passageCount: 2, embeddedCount: 2 });
    const pool = await client.retrieve('hibernation', options);
    expect(pool.candidates[0]?.passage.headingPath).toEqual(['Care of pets', 'Tortoises']);
    expect(pool.candidates[0]?.bm25).toBeNull();
    expect(pool.stages.map(({ name }) => name)).toEqual(['bm25', 'embed-query', 'dense', 'fusion']);
    client.end();
    const again = newClient();
    expect(await again.open()).toMatchObject({ embeddedCount: 2 });
    await again.embedded();
    expect((await again.retrieve('hibernation', options)).candidates[0]?.dense?.score).toBeCloseTo(
      pool.candidates[0]?.dense?.score ?? 0,
      5,
    );
  });

  it('scores passages with the model that ships, and stops when cancelled', async () => {
    const client = newClient();
    const scorer = await client.crossEncoder();
    const model = catalog.models.find(({ role }) => role === 'cross-encoder');
    expect(scorer.info).toMatchObject({ modelId: model?.id, modelHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const passages = [
      'Care of pets > Tortoises: A tortoise digs itself in when the days grow short. It must not be woken.',
      'Care of pets > Cats: A cat sleeps for about fifteen hours a day.',
    ];
    const [tortoise = 1, cat = 0] = await scorer.score('How many hours does a cat sleep?', passages);
    expect(cat).toBeGreaterThan(tortoise);
    const controller = new AbortController();
    const many = Array.from({ length: 500 }, () => passages[0] ?? '');
    const scoring = scorer.score('When does it wake?', many, controller.signal);
    controller.abort();
    await expect(scoring).rejects.toMatchObject({ name: 'AbortError' });
    expect(await scorer.score('How many hours does a cat sleep?', passages)).toEqual(Float32Array.of(tortoise, cat));
  });

  it('keeps traces, newest first', async () => {
    const client = newClient();
    const trace = (startedAtMs: number) => ({
      version: 1 as const,
      id: `t${startedAtMs}`,
      startedAtMs,
      fingerprint: '',
      events: [],
    });
    await client.saveTrace(trace(1));
    await client.saveTrace(trace(2));
    expect((await client.traces()).map(({ id }) => id)).toEqual(['t2', 't1']);
    await client.removeTrace('t2');
    expect((await client.traces()).map(({ id }) => id)).toEqual(['t1']);
  });
});

describe('an import', () => {
  it('says what is wrong with a bad file, and leaves nothing', async () => {
    const client = newClient();
    const jpeg = { name: 'scan.pdf', bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1).buffer };
    await expect(client.add(file('empty.txt', ''))).rejects.toMatchObject({ code: 'document-empty' });
    await expect(client.add(jpeg)).rejects.toMatchObject({ code: 'document-no-text', details: { pictureCount: 1 } });
    await client.add(file('pets.md', handbook));
    await expect(client.add(file('copy.md', handbook))).rejects.toMatchObject({
      code: 'document-duplicate',
      details: { existingName: 'pets.md' },
    });
    client.end();
    expect((await newClient().open()).documents).toHaveLength(1);
  });

  it.each(['parsing', 'splitting', 'saving', 'indexing'] as const)(
    'cancelled while %s leaves nothing',
    async (stage) => {
      const client = newClient();
      await client.open();
      const controller = new AbortController();
      const adding = client.add(file('long.md', longText(3000, stage)), {
        signal: controller.signal,
        onProgress: (progress) => progress.stage === stage && controller.abort(),
      });
      const ended = await adding.then(
        () => 'added',
        (error: unknown) => (error instanceof Error ? error.name : 'odd'),
      );
      // A parser that reports no progress cannot be caught at that stage.
      if (controller.signal.aborted) expect(ended).toBe('AbortError');
      const count = ended === 'added' ? 1 : 0;
      expect((await client.open()).documents).toHaveLength(count);
      client.end();
      const again = newClient();
      expect((await again.open()).documents).toHaveLength(count);
      expect((await again.storage()).repairs).toEqual([]);
      expect((await again.retrieve('river stone', { ...options, useDense: false })).candidates.length > 0).toBe(
        count > 0,
      );
    },
  );

  it.each(['reading', 'splitting', 'saving', 'indexing'] as const)(
    'of a worker that is killed while %s is there whole or not at all',
    async (stage) => {
      const client = newClient();
      await client.open();
      const adding = client.add(file('long.md', longText(3000, stage)), {
        onProgress: (progress) => progress.stage === stage && client.end(),
      });
      await expect(adding).rejects.toMatchObject({ code: 'worker-died' });
      const again = newClient();
      const { documents, passageCount } = await again.open();
      const pool = await again.retrieve('number2999', { ...options, useDense: false });
      if (documents.length === 0) {
        expect(pool.candidates).toEqual([]);
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('winnow');
        expect(await filesIn(folder)).toEqual([]);
      } else {
        expect(passageCount).toBeGreaterThan(1000);
        expect(pool.candidates).toHaveLength(1);
        expect(new TextDecoder().decode(await again.original(documents[0]?.id ?? ''))).toBe(longText(3000, stage));
      }
      // The same file can be added afterwards, or is there already.
      const retry = again.add(file('long.md', longText(3000, stage)));
      if (documents.length > 0) await expect(retry).rejects.toMatchObject({ code: 'document-duplicate' });
      else expect((await retry).passageCount).toBeGreaterThan(1000);
    },
  );

  it('that does not fit says so with numbers', async () => {
    const client = newClient();
    await client.add(file('pets.md', handbook));
    const { usedBytes } = await client.storage();
    await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin, quotaSize: usedBytes + 300_000 });
    try {
      await expect(client.add(file('long.md', longText(3000)))).rejects.toMatchObject({
        code: 'storage-full',
        message: expect.stringMatching(/add “long.md”: about \d+(\.\d)? MB are needed/),
      });
      expect((await client.open()).documents.map(({ name }) => name)).toEqual(['pets.md']);
    } finally {
      await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin });
    }
    await client.add(file('long.md', longText(3000)));
  });
});

describe('a worker that dies', () => {
  it('fails no import that was stored whole before', async () => {
    const workers: Worker[] = [];
    const client = newClient(() => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      return worker;
    });
    const added = await client.add(file('long.md', longText(300)), {
      onProgress: ({ stage }) => {
        if (stage === 'indexing') workers[0]?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
      },
    });
    expect(workers).toHaveLength(2);
    expect(added.name).toBe('long.md');
    expect((await client.open()).documents).toEqual([added]);
  });

  it('is replaced, and the new one goes on with the vectors', async () => {
    const workers: Worker[] = [];
    const client = newClient(() => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      return worker;
    });
    const begun = new Promise<void>((resolve) => client.onChange((state) => state.embeddedCount > 0 && resolve()));
    await client.add(file('long.md', longText(24)));
    const waiting = expect(client.embedded()).rejects.toMatchObject({ code: 'worker-died' });
    const done = new Promise<void>((resolve) =>
      client.onChange((state) => state.embeddedCount === state.passageCount && workers.length === 2 && resolve()),
    );
    await begun;
    workers[0]?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    await waiting;
    await done;
  });
});

describe('two tabs', () => {
  it('see each other’s changes, and of two that add the same file one is told', async () => {
    const [one, two] = [newClient(), newClient()];
    await one.open();
    await two.open();
    const seen = new Promise<LibraryState>((resolve) =>
      two.onChange((state) => state.documents.length === 1 && resolve(state)),
    );
    const { id } = await one.add(file('pets.md', handbook));
    expect((await seen).documents[0]?.name).toBe('pets.md');
    expect((await two.retrieve('tortoise', { ...options, useDense: false })).candidates).toHaveLength(1);

    const text = longText(50);
    const results = await Promise.allSettled([one.add(file('a.md', text)), two.add(file('b.md', text))]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'document-duplicate' });

    const gone = new Promise<void>((resolve) => one.onChange((state) => state.documents.length === 1 && resolve()));
    await two.remove(id);
    await gone;
    expect((await one.retrieve('tortoise', { ...options, useDense: false })).candidates).toEqual([]);
  });
});

describe('clear', () => {
  it('leaves every storage interface empty, also beside a second tab, and work goes on', async () => {
    const [one, two] = [newClient(), newClient()];
    await one.add(file('pets.md', handbook));
    await one.embedded();
    await two.open();
    localStorage.setItem('left', 'behind');
    const emptied = new Promise<void>((resolve) => two.onChange((state) => state.documents.length === 0 && resolve()));
    await one.clear();
    await emptied;
    expect(await indexedDB.databases()).toEqual([]);
    expect(await filesIn(await navigator.storage.getDirectory())).toEqual([]);
    expect(await caches.keys()).toEqual([]);
    expect(localStorage.length).toBe(0);
    expect((await two.open()).documents).toEqual([]);
    await two.add(file('pets.md', handbook));
    expect((await two.retrieve('tortoise', { ...options, useDense: false })).candidates).toHaveLength(1);
  });

  it('succeeds where the browser forbids web storage', async () => {
    const client = newClient();
    await client.add(file('pets.md', handbook));
    const denied = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
    try {
      await client.clear();
    } finally {
      denied.mockRestore();
    }
    expect((await client.open()).documents).toEqual([]);
  });

  it('ends an import that is under way', async () => {
    const client = newClient();
    await client.open();
    const adding = client.add(file('long.md', longText(3000)));
    const failed = expect(adding).rejects.toMatchObject({ name: 'AbortError' });
    await client.clear();
    await failed;
    expect((await client.open()).documents).toEqual([]);
  });
});
