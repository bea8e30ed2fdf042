import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts';
import type { BenchResult } from './bench-result.ts';
import { serveBuild } from './serve-build.ts';

const documentsFolder = join(import.meta.dirname, '../e2e/fixtures/documents');
const documents = ['debian-history.pdf', 'tenancy-agreement.md', 'heat-pump-guide.html'];
const limitMs = 8 * 60_000;

/** The app as it is built, on the WebAssembly engine, from a fresh profile: what a person waits for. */
export async function benchApp(): Promise<BenchResult> {
  const served = await serveBuild({ root: join(import.meta.dirname, '..') });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const context = await browser.newContext();
    const first = await openApp(context, served.url);
    console.error('app: loading the model, cold');
    const coldMs = await loadModel(first);
    await first.close();
    const page = await openApp(context, served.url);
    console.error('app: loading the model, warm');
    const warmMs = await loadModel(page);
    console.error('app: importing');
    const imported = await importDocuments(page);
    const question = knownQuestion();
    console.error('app: asking');
    const answer = await ask(page, question);
    return resultOf({ coldMs, warmMs, ...imported, ...answer, question });
  } finally {
    await browser.close();
    await served.close();
  }
}

async function openApp(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(limitMs);
  await page.goto(`${url}?engine=transformers`);
  return page;
}

/** From asking for the model to an engine that has passed its self-test. */
async function loadModel(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Model not loaded' }).click();
  const startMs = performance.now();
  await page.getByRole('button', { name: 'Load now' }).click();
  await page.getByRole('button', { name: /Model (?:on CPU|failed)/ }).waitFor();
  const elapsedMs = performance.now() - startMs;
  if ((await page.getByRole('button', { name: 'Model failed' }).count()) > 0)
    throw new Error('The model did not load.');
  await page.keyboard.press('Escape');
  return elapsedMs;
}

async function importDocuments(page: Page): Promise<{ readonly searchableMs: number; readonly embeddedMs: number }> {
  const startMs = performance.now();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(documents.map((name) => join(documentsFolder, name)));
  for (const name of documents) await page.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor();
  const searchableMs = performance.now() - startMs;
  await page.getByRole('progressbar', { name: 'Embedding passages' }).waitFor({ state: 'detached' });
  return { searchableMs, embeddedMs: performance.now() - startMs };
}

type Answered = {
  readonly firstTokenMs: number;
  readonly endMs: number;
  readonly outcome: string;
  readonly receipt: Receipt;
};

/** Of the trace's last event, what is printed. */
type Receipt = {
  readonly candidateCount: number;
  readonly keptCount: number;
  readonly rankerTokens: number;
  readonly evidenceTokens: number;
  readonly retrievalMs: number;
  readonly selectionMs: number;
  readonly synthesisMs: number;
};

async function ask(page: Page, question: string): Promise<Answered> {
  const box = page.getByRole('textbox', { name: 'Your question' });
  await box.fill(question);
  const startMs = performance.now();
  await box.press('Enter');
  const receiptHead = page.locator('summary', { hasText: 'Receipt' });
  // A question that ends without an answer has a receipt and no text.
  await page.locator('.answer-text').or(receiptHead).first().waitFor();
  const firstTokenMs = performance.now() - startMs;
  await receiptHead.waitFor();
  const endMs = performance.now() - startMs;
  await receiptHead.click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export trace' }).click();
  // SAFETY: the app wrote this file: a trace, as src/core/domain/events.ts has it.
  const trace = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
    readonly events: readonly { readonly type: string; readonly outcome?: string; readonly receipt?: Receipt }[];
  };
  const done = trace.events.find(({ type }) => type === 'done');
  if (!done?.receipt) throw new Error(`The question did not end: ${JSON.stringify(trace.events.at(-1))}`);
  return { firstTokenMs, endMs, outcome: done.outcome ?? '', receipt: done.receipt };
}

function knownQuestion(): string {
  // SAFETY: the fixture is kept in this shape; the end-to-end tests read the same file.
  const { answerable } = JSON.parse(readFileSync(join(documentsFolder, 'questions.json'), 'utf8')) as {
    readonly answerable: readonly { readonly question: string }[];
  };
  const question = answerable[0]?.question;
  if (!question) throw new Error('questions.json has no question.');
  return question;
}

type Measured = Answered & {
  readonly coldMs: number;
  readonly warmMs: number;
  readonly searchableMs: number;
  readonly embeddedMs: number;
  readonly question: string;
};

function resultOf(measured: Measured): BenchResult {
  const { receipt } = measured;
  const seconds = (label: string, ms: number) => ({ label, value: ms / 1000, unit: 's' });
  const hasAnswer = measured.outcome === 'answered' || measured.outcome === 'abstained';
  return {
    name: 'the app, from a fresh profile',
    setting:
      `WebAssembly engine, files from this machine; ${documents.join(', ')}; “${measured.question}”: ` +
      `${measured.outcome}, ${receipt.keptCount} of ${receipt.candidateCount} passages kept`,
    figures: [
      seconds('model load, cold: nothing cached', measured.coldMs),
      seconds('model load, warm: page opened again', measured.warmMs),
      seconds('import of three documents: searchable by words', measured.searchableMs),
      seconds('import of three documents: every passage embedded', measured.embeddedMs),
      seconds(
        hasAnswer ? 'question to first answer token' : 'question to its end without an answer',
        measured.firstTokenMs,
      ),
      seconds('question to its end', measured.endMs),
      seconds('of that, retrieval', receipt.retrievalMs),
      seconds('of that, selection', receipt.selectionMs),
      seconds('of that, synthesis', receipt.synthesisMs),
      { label: 'tokens that the ranker read', value: receipt.rankerTokens, unit: 'tokens' },
      { label: 'tokens of evidence', value: receipt.evidenceTokens, unit: 'tokens' },
    ],
    ratios: [{ label: 'warm load, times faster than cold', value: measured.coldMs / measured.warmMs, aim: null }],
  };
}
