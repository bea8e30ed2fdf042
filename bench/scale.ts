import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts';
import { type BenchResult, quantile } from './bench-result.ts';
import { importInNode } from './scale-in-node.ts';
import { writeScaleLibrary } from './scale-library.ts';
import { queriesOf, type ScaleFile, scaleText } from './scale-text.ts';
import { serveBuild } from './serve-build.ts';

/** `WINNOW_BENCH_DOCUMENTS=100` for a shorter look. Each has about 100 passages. */
const documentCount = Number(process.env['WINNOW_BENCH_DOCUMENTS'] ?? 1000);
const limitMs = 60 * 60_000;
/** The index is saved in the background once an import has rested. */
const savingMs = 15_000;

type Bench = { readonly folder: string; readonly openApp: () => Promise<Page> };

/** The app as it is built, in a profile on the disk, as a person has it: that of a new context would be in memory. */
async function inApp(task: (bench: Bench) => Promise<BenchResult>): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-scale-'));
  const served = await serveBuild({ root: join(import.meta.dirname, '..') });
  let context: BrowserContext | null = null;
  try {
    return await task({
      folder,
      openApp: async () => {
        const profile = { executablePath: chromiumPath(), args: chromiumFlags };
        context = await chromium.launchPersistentContext(join(folder, 'profile'), profile);
        context.setDefaultTimeout(limitMs);
        await context.addInitScript(watchTasks);
        const page = await context.newPage();
        await page.goto(`${served.url}?model=scripted`);
        return page;
      },
    });
  } finally {
    // SAFETY: set inside the task, which TypeScript does not see.
    await (context as BrowserContext | null)?.close();
    await served.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Adding 1,000 files of 100 passages each through the whole pipeline, save that no vector is computed: that would take
 * hours. Against the same steps in a plain script, and how free the page is meanwhile.
 */
export function benchScaleImport(): Promise<BenchResult> {
  return inApp(async ({ folder, openApp }) => {
    const files = await writeFiles(join(folder, 'files'));
    console.error('scale-import: in Node');
    const inNode = await importInNode(files, join(folder, 'in-node'));
    console.error(`scale-import: ${(inNode.elapsedMs / 1000).toFixed(0)} s; in the app`);
    const page = await openApp();
    const imported = await importFiles(page, files);
    console.error(`scale-import: ${(imported.elapsedMs / 1000).toFixed(0)} s; opening again`);
    await page.waitForTimeout(savingMs);
    const opened = await openAgain(page);
    const { passageCount } = inNode;
    return {
      name: 'adding files to a large library, in the app',
      setting: settingOf(passageCount, files),
      figures: [
        {
          label: 'the app, searchable by words',
          value: passageCount / (imported.elapsedMs / 1000),
          unit: 'passages/s',
        },
        {
          label: 'the same steps in Node, into files',
          value: passageCount / (inNode.elapsedMs / 1000),
          unit: 'passages/s',
        },
        ...taskFigures(imported),
        { label: 'opening again, to the list and the search by words', value: opened.readyMs, unit: 'ms' },
      ],
      ratios: [{ label: 'share of Node’s speed', value: inNode.elapsedMs / imported.elapsedMs, aim: 0.8 }],
    };
  });
}

/**
 * Opening, searching and retrieving among 100,000 passages. They come as a library's file with made-up vectors of the right
 * shape; the questions are embedded by the real model.
 */
export function benchScaleSearch(): Promise<BenchResult> {
  return inApp(async ({ folder, openApp }) => {
    const files = await writeFiles(join(folder, 'files'));
    console.error('scale-search: writing the library');
    const { path, passageCount } = await writeScaleLibrary(files, join(folder, 'library.zip'));
    console.error('scale-search: importing it');
    const page = await openApp();
    const imported = await importLibrary(page, path);
    console.error(`scale-search: ${(imported.elapsedMs / 1000).toFixed(0)} s; opening again`);
    await page.waitForTimeout(savingMs);
    const opened = await openAgain(page);
    console.error('scale-search: searching and asking');
    const queries = queriesOf(files[0]?.text ?? '', 12);
    const typed = await typeQueries(page, queries.slice(0, 5));
    const retrieved = await ask(page, queries);
    const pool = quantile(
      retrieved.map(({ totalMs }) => totalMs),
      0.5,
    );
    const [first] = retrieved;
    return {
      name: 'searching a large library, in the app',
      setting: `${settingOf(passageCount, files)}; generated vectors around 2,000 centres, ${retrieved.length} questions embedded by the real model`,
      figures: [
        { label: 'import of the library’s file', value: imported.elapsedMs / 1000, unit: 's' },
        ...taskFigures(imported),
        { label: 'opening again, to the list and the search', value: opened.readyMs, unit: 'ms' },
        { label: 'longest task of the page while opening', value: opened.longestTaskMs, unit: 'ms' },
        { label: 'a key typed to passages shown, median', value: quantile(typed, 0.5), unit: 'ms' },
        { label: 'a key typed to passages shown, 95th of 100', value: quantile(typed, 0.95), unit: 'ms' },
        { label: 'hybrid pool of 20, median', value: pool, unit: 'ms' },
        ...(first?.stages ?? []).map(({ name }, place) => ({
          label: `of that, ${name}, median`,
          value: quantile(
            retrieved.map(({ stages }) => stages[place]?.elapsedMs ?? 0),
            0.5,
          ),
          unit: 'ms',
        })),
        { label: 'memory of the page and its workers', value: await memoryOf(page), unit: 'MB' },
      ],
      ratios: [
        { label: 'pool: 60 ms are this many times its time', value: 60 / pool, aim: 1 },
        { label: 'opening: 1.5 s are this many times its time', value: 1500 / opened.readyMs, aim: 1 },
      ],
    };
  });
}

function settingOf(passageCount: number, files: readonly ScaleFile[]): string {
  const megabytes = files.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  return `${files.length} documents, ${passageCount} passages, ${megabytes.toFixed(0)} MB of made-up words by Zipf’s law, which are taken for three languages`;
}

function taskFigures({ longestTaskMs, longTaskCount }: Imported): BenchResult['figures'] {
  return [
    { label: 'tasks of the page over 50 ms meanwhile', value: longTaskCount, unit: 'tasks' },
    { label: 'the longest of them', value: longestTaskMs, unit: 'ms' },
  ];
}

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
    await page.locator('input[type=file][aria-label="Import library"]').first().setInputFiles(path);
    await page.locator('.transfer[data-status=done]').waitFor();
  });
}

/** From the navigation, as the page's own clock has it, until the library is open. */
async function openAgain(page: Page): Promise<{ readonly readyMs: number; readonly longestTaskMs: number }> {
  await page.reload();
  await allThere(page);
  const readyMs = await page.evaluate(() => performance.now());
  const { longestMs } = await takeTasks(page);
  return { readyMs, longestTaskMs: longestMs };
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
  // No named function in it: the compiler's helper for names is not there in the page.
  const traces = await page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('winnow');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('traces').objectStore('traces').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );
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
