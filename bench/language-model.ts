import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts';
import { serveModels } from '../scripts/vite-serve-models.ts';
import { createTokenizer } from '../src/engines/tokenizer.ts';
import type { BenchResult } from './bench-result.ts';
import type { Speed, SpeedRequest } from './pages/speed.ts';
import { serveBuild } from './serve-build.ts';
import { type MatrixFormat, matrixFormats } from './standard-export/matrix-formats.ts';
import { writeStandardExport } from './standard-export/write-standard-export.ts';

const modelId = 'smollm2-135m-instruct-q4';
const promptTokens = [128, 512] as const;
const writtenTokens = 16;
const rounds = 2;
const threads = Math.min(4, cpus().length);
const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

type Side = SpeedRequest['side'];

/**
 * Winnow's WebAssembly engine against transformers.js with the same weights in the usual layout of its exports.
 * The export is written when the bench runs: `q8` is what transformers.js takes by default on WebAssembly, `q4` has as
 * few bits as the shipped weights, and `fp32` computes with the very numbers that Winnow computes with:
 * it has to write the same tokens. The other two round the weights once more and soon write something else.
 */
export async function benchLanguageModel(): Promise<BenchResult> {
  const served = await serveBuild({
    configFile: false,
    root: join(import.meta.dirname, 'pages'),
    base: './',
    // No page in place of a file that is not there: transformers.js asks for some that a model may lack.
    appType: 'mpa',
    plugins: [serveModels()],
    worker: { format: 'es' },
    build: { target: 'es2023' },
    preview: { headers: isolationHeaders },
  });
  try {
    console.error('language model: writing the export for transformers.js');
    await writeStandardExport(modelId, join(served.folder, 'standard-export'), matrixFormats);
    const ids = await realTokens(Math.max(...promptTokens));
    const prompts = promptTokens.map((count) => ids.slice(0, count));
    const speeds = new Map<Side, Speed>();
    for (const side of ['winnow', ...matrixFormats] as const) {
      console.error(`language model: measuring ${side}`);
      speeds.set(side, await measure(served.url, { side, modelId, prompts, writtenTokens, rounds, threads }));
    }
    return resultOf(speeds);
  } finally {
    await served.close();
  }
}

/** A browser of its own for each side: nothing that one leaves behind slows the next. */
async function measure(url: string, request: SpeedRequest): Promise<Speed> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => 'measureSpeed' in window);
    return await page.evaluate((asked) => window.measureSpeed(asked), request);
  } finally {
    await browser.close();
  }
}

/** The beginning of a document of the fixtures, as token ids. */
async function realTokens(count: number): Promise<number[]> {
  const root = join(import.meta.dirname, '..');
  const tokenizer = createTokenizer(new Uint8Array(await readFile(join(root, 'models', modelId, 'tokenizer.json'))));
  const text = await readFile(join(root, 'e2e/fixtures/documents/tenancy-agreement.md'), 'utf8');
  const ids = [...tokenizer.encode(text)];
  if (ids.length < count) throw new Error(`The text has ${ids.length} tokens, the bench needs ${count}.`);
  return ids.slice(0, count);
}

function resultOf(speeds: ReadonlyMap<Side, Speed>): BenchResult {
  const figures: BenchResult['figures'][number][] = [];
  const labels: Readonly<Record<Side, string>> = {
    winnow: 'Winnow',
    q8: 'transformers.js q8',
    q4: 'transformers.js q4',
    fp32: 'transformers.js fp32',
  };
  for (const [side, speed] of speeds) {
    figures.push(
      { label: `prefill of 128 tokens: ${labels[side]}`, value: prefill(speed, 0), unit: 'tokens/s' },
      { label: `prefill of 512 tokens: ${labels[side]}`, value: prefill(speed, 1), unit: 'tokens/s' },
      { label: `decode after 128 tokens: ${labels[side]}`, value: decode(speed), unit: 'tokens/s' },
      { label: `load from the local server: ${labels[side]}`, value: speed.loadMs / 1000, unit: 's' },
    );
  }
  const ours = speeds.get('winnow')!;
  const compared = (format: MatrixFormat): BenchResult['ratios'] => {
    const theirs = speeds.get(format)!;
    return [
      { label: `prefill of 128, times ${labels[format]}`, value: prefill(ours, 0) / prefill(theirs, 0), aim: null },
      { label: `prefill of 512, times ${labels[format]}`, value: prefill(ours, 1) / prefill(theirs, 1), aim: null },
      { label: `decode, times ${labels[format]}`, value: decode(ours) / decode(theirs), aim: null },
    ];
  };
  return {
    name: 'language model on WebAssembly against transformers.js 4.3.2',
    setting:
      `${modelId}, ${threads} threads, Chromium, fastest of ${rounds}, ${writtenTokens} tokens written; ` +
      'transformers.js: AutoModelForCausalLM.generate over an export with GroupQueryAttention of the same weights',
    figures,
    ratios: [
      { label: 'prefill of 128 tokens, of 90 tokens/s', value: prefill(ours, 0) / 90, aim: 1 },
      { label: 'prefill of 512 tokens, of 90 tokens/s', value: prefill(ours, 1) / 90, aim: 1 },
      { label: 'decode, of 12 tokens/s', value: decode(ours) / 12, aim: 1 },
      ...matrixFormats.flatMap(compared),
      ...matrixFormats.map((format) => ({
        label: `same tokens written as ${labels[format]}, share`,
        value: sameTokens(ours, speeds.get(format)!),
        aim: null,
      })),
    ],
  };
}

function prefill({ prompts }: Speed, prompt: number): number {
  return (1000 * promptTokens[prompt]!) / prompts[prompt]!.prefillMs;
}

function decode({ prompts }: Speed): number {
  return (1000 * writtenTokens) / prompts[0]!.decodeMs;
}

/** Greedy tokens up to the first difference, over both prompts. */
function sameTokens(ours: Speed, theirs: Speed): number {
  let same = 0;
  let total = 0;
  for (const [prompt, { ids }] of ours.prompts.entries()) {
    const differsAt = ids.findIndex((id, place) => id !== theirs.prompts[prompt]?.ids[place]);
    same += differsAt < 0 ? ids.length : differsAt;
    total += ids.length;
  }
  return same / total;
}
