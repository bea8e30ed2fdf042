import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts';
import { type BenchResult, quantile } from './bench-result.ts';
import { importInNode } from './scale-in-node.ts';
import { writeScaleLibrary } from './scale-library.ts';
import { queriesOf, scaleText } from './scale-text.ts';
import { serveBuild } from './serve-build.ts';

/** `WINNOW_BENCH_DOCUMENTS=100` for a shorter look. Each has about 100 passages. */
const documentCount = Number(process.env['WINNOW_BENCH_DOCUMENTS'] ?? 1000);
const limitMs = 60 * 60_000;

/**
 * A library of 1,000 documents and 100,000 passages in the app as it is built: the page while they are added, opening them
 * again, searching and retrieving among them. Documents are added as files through the whole pipeline, without vectors:
 * computing those would take hours. Retrieval is measured in a second profile, which gets the same documents with made-up
 * vectors of the right shape as a library's file; questions are embedded by the real model.
 */
export async function benchScale(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-scale-'));
  const served = await serveBuild({ root: join(import.meta.dirname, '..') });
  const contexts: BrowserContext[] = [];
  const open = async (name: string): Promise<Page> => {
    // A profile on the disk, as a person has it; that of a new context would be in memory.
    const context = await chromium.launchPersistentContext(join(folder, name), {
      executablePath: chromiumPath(),
      args: chromiumFlags,
    });
    contexts.push(context);
    context.setDefaultTimeout(limitMs);
    await context.addInitScript(watchTasks);
    const page = await context.newPage();
    await page.goto(`${served.url}?model=scripted`);
    return page;
  };
  try {
    console.error('scale: writing the files');
    const files = await writeFiles(join(folder, 'files'));
    console.error('scale: the same import in Node');
    const inNode = await importInNode(files, join(folder, 'in-node'));
    console.error(
      `scale: ${inNode.passageCount} passages in ${(inNode.elapsedMs / 1000).toFixed(0)} s; now in the app`,
    );
    const page = await open('files-profile');
    const imported = await importFiles(page, files);
    console.error(`scale: ${(imported.elapsedMs / 1000).toFixed(0)} s; opening again`);
    // The index is saved once the import has rested.
    await page.waitForTimeout(15_000);
    const opened = await openAgain(page);
    await contexts.pop()?.close();

    console.error('scale: the library with vectors');
    const libraryFile = await writeScaleLibrary(files, join(folder, 'library.zip'));
    const second = await open('vectors-profile');
    const transferred = await importLibrary(second, libraryFile);
    await second.waitForTimeout(15_000);
    const openedWithVectors = await openAgain(second);
    console.error('scale: searching and asking');
    const queries = queriesOf(files[0]?.text ?? '', 20);
    const typed = await typeQueries(second, queries.slice(0, 5));
    const retrieved = await ask(second, queries);
    const megabytes = await memoryOf(second);
    return {
      name: 'a large library, in the app',
      setting:
        `${documentCount} documents, ${inNode.passageCount} passages, ${(files.reduce((sum, { text }) => sum + text.length, 0) / 1e6).toFixed(0)} MB ` +
        'of words by Zipf’s law, stemmed as English; vectors are generated around 2,000 centres, questions embedded by the real model; profile on the disk',
      figures: [
        {
          label: 'import: the app, searchable by words',
          value: inNode.passageCount / (imported.elapsedMs / 1000),
          unit: 'passages/s',
        },
        {
          label: 'import: the same steps in Node, into files',
          value: inNode.passageCount / (inNode.elapsedMs / 1000),
          unit: 'passages/s',
        },
        { label: 'longest task of the page meanwhile', value: imported.longestTaskMs, unit: 'ms' },
        { label: 'tasks of the page over 50 ms meanwhile', value: imported.longTaskCount, unit: 'tasks' },
        { label: 'import of the library’s file, with vectors', value: transferred.elapsedMs / 1000, unit: 's' },
        { label: 'tasks of the page over 50 ms meanwhile', value: transferred.longTaskCount, unit: 'tasks' },
        { label: 'opening again, without vectors: found by words', value: opened.searchableMs, unit: 'ms' },
        { label: 'opening again, with vectors: found by words', value: openedWithVectors.searchableMs, unit: 'ms' },
        { label: 'longest task of the page while opening', value: openedWithVectors.longestTaskMs, unit: 'ms' },
        { label: 'a key typed to passages shown, median', value: quantile(typed, 0.5), unit: 'ms' },
        { label: 'a key typed to passages shown, 95th of 100', value: quantile(typed, 0.95), unit: 'ms' },
        {
          label: 'hybrid pool of 20, median',
          value: quantile(
            retrieved.map(({ totalMs }) => totalMs),
            0.5,
          ),
          unit: 'ms',
        },
        ...retrieved[0]!.stages.map(({ name }, place) => ({
          label: `of that, ${name}, median`,
          value: quantile(
            retrieved.map(({ stages }) => stages[place]?.elapsedMs ?? 0),
            0.5,
          ),
          unit: 'ms',
        })),
        { label: 'memory of page and workers, with vectors', value: megabytes, unit: 'MB' },
      ],
      ratios: [
        { label: 'import, share of Node’s speed', value: inNode.elapsedMs / imported.elapsedMs, aim: 0.8 },
        {
          label: 'pool within 60 ms, times faster',
          value:
            60 /
            quantile(
              retrieved.map(({ totalMs }) => totalMs),
              0.5,
            ),
          aim: 1,
        },
        { label: 'opening within 1.5 s, times faster', value: 1500 / openedWithVectors.searchableMs, aim: 1 },
      ],
    };
  } finally {
    for (const context of contexts) await context.close();
    await served.close();
    await rm(folder, { recursive: true });
  }
}

export type ScaleFile = { readonly name: string; readonly path: string; readonly text: string };

async function writeFiles(folder: string): Promise<readonly ScaleFile[]> {
  await mkdir(folder);
  const files: ScaleFile[] = [];
  for (let n = 0; n < documentCount; n++) {
    const name = `report-${String(n).padStart(4, '0')}.txt`;
    const file = { name, path: join(folder, name), text: scaleText(n) };
    await writeFile(file.path, file.text);
    files.push(file);
  }
  return files;
}

type WatchedTasks = { readonly count: number; readonly longestMs: number };

/** Runs in the page. */
function watchTasks(): void {
  const durations: number[] = [];
  Object.assign(globalThis, { winnowTasks: durations });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}

async function takeTasks(page: Page): Promise<WatchedTasks> {
  // SAFETY: the script above put it there.
  const durations = await page.evaluate(() =>
    (globalThis as unknown as { winnowTasks: number[] }).winnowTasks.splice(0),
  );
  return { count: durations.length, longestMs: Math.max(0, ...durations) };
}

type Imported = { readonly elapsedMs: number; readonly longestTaskMs: number; readonly longTaskCount: number };

async function measured(page: Page, task: () => Promise<void>): Promise<Imported> {
  await takeTasks(page);
  const startMs = performance.now();
  await task();
  const elapsedMs = performance.now() - startMs;
  const { count, longestMs } = await takeTasks(page);
  return { elapsedMs, longestTaskMs: longestMs, longTaskCount: count };
}

const allThere = (page: Page) =>
  page.getByText(`${documentCount.toLocaleString('en')} documents in your library.`).waitFor({ state: 'attached' });

async function importFiles(page: Page, files: readonly ScaleFile[]): Promise<Imported> {
  return measured(page, async () => {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(files.map(({ path }) => path));
    await allThere(page);
  });
}

async function importLibrary(page: Page, path: string): Promise<Imported> {
  return measured(page, async () => {
    await page.locator('input[type=file][aria-label="Import library"]').setInputFiles(path);
    await page.locator('.transfer[data-status=done]').waitFor();
  });
}

/** From the navigation, as the page's own clock has it, to the first passage found for a word. */
async function openAgain(page: Page): Promise<{ readonly searchableMs: number; readonly longestTaskMs: number }> {
  await page.reload();
  await allThere(page);
  const searchableMs = await page.evaluate(() => performance.now());
  const { longestMs } = await takeTasks(page);
  return { searchableMs, longestTaskMs: longestMs };
}

/** From each key to the list that answers it, at a typist's pace. */
async function typeQueries(page: Page, queries: readonly string[]): Promise<readonly number[]> {
  const box = page.getByRole('textbox', { name: 'Search your documents' });
  const times: number[] = [];
  for (const query of queries) {
    await box.focus();
    await page.evaluate(() => {
      const shown: number[] = [];
      Object.assign(globalThis, { winnowShown: shown });
      const input = document.querySelector('.search-text');
      let typedMs = 0;
      input?.addEventListener('input', () => {
        typedMs = performance.now();
      });
      new MutationObserver(() => {
        const list = document.querySelector('.search .library-scroll');
        if (typedMs === 0 || list?.getAttribute('aria-busy') !== 'false') return;
        shown.push(performance.now() - typedMs);
        typedMs = 0;
      }).observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true });
    });
    await page.keyboard.type(query.slice(0, 20), { delay: 200 });
    await page.waitForTimeout(1000);
    // SAFETY: put there above.
    times.push(...(await page.evaluate(() => (globalThis as unknown as { winnowShown: number[] }).winnowShown)));
    await box.press('Escape');
  }
  return times;
}

type Retrieved = {
  readonly totalMs: number;
  readonly stages: readonly { readonly name: string; readonly elapsedMs: number }[];
};

/** Asks each, with the scripted model; what retrieval took is in the stored traces. The first warms the embedder up. */
async function ask(page: Page, questions: readonly string[]): Promise<readonly Retrieved[]> {
  const box = page.getByRole('textbox', { name: 'Your question' });
  for (const question of questions) {
    await box.fill(question);
    await box.press('Enter');
    await page.getByRole('heading', { name: question }).waitFor();
    await page.locator('summary', { hasText: 'Receipt' }).waitFor();
  }
  const traces = await page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('winnow'));
    const found = await settled(database.transaction('traces').objectStore('traces').getAll());
    database.close();
    return found;
  });
  // SAFETY: the app wrote them: traces, as src/core/domain/events.ts has them.
  return (traces as { startedAtMs: number; events: { type: string; pool?: { stages: Retrieved['stages'] } }[] }[])
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs)
    .slice(1)
    .map(({ events }) => events.find(({ type }) => type === 'candidates')?.pool?.stages ?? [])
    .map((stages) => ({ stages, totalMs: stages.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) }));
}

async function memoryOf(page: Page): Promise<number> {
  const bytes = await page.evaluate(async () => {
    // SAFETY: Chromium has it on isolated pages, which the app is; TypeScript's library does not know it.
    const { measureUserAgentSpecificMemory } = performance as Performance & {
      measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>;
    };
    return (await measureUserAgentSpecificMemory?.call(performance))?.bytes ?? Number.NaN;
  });
  return bytes / 1e6;
}
