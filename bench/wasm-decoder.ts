import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts';
import { serveModels } from '../scripts/vite-serve-models.ts';
import type { BenchResult } from './bench-result.ts';
import type { DecoderSide, DecoderSpeed } from './pages/wasm-decoder.ts';

const lengths = [128, 512];
const aims = { prefillTokensPerSecond: 90, decodeTokensPerSecond: 12 };

/** SmolLM2-135M in Chromium on the CPU: our engine, and transformers.js's own generation with the same weights. */
export async function benchWasmDecoder(): Promise<BenchResult> {
  const threads = Math.min(4, availableParallelism());
  const ours = await measureIn('winnow', threads);
  const theirs = await measureIn('transformers.js', threads);
  const rows = ours.prompts.map((own, index) => {
    const other = theirs.prompts[index];
    if (!other) throw new Error('the two sides measured different prompts');
    return { tokens: own.tokens, own, other };
  });
  return {
    name: 'wasm-decoder',
    setting: `SmolLM2-135M, float32 from 4-bit shards, Chromium, ${threads} threads; load without cache`,
    figures: [
      { label: 'load', value: ours.loadMs, unit: 'ms' },
      { label: 'load, transformers.js', value: theirs.loadMs, unit: 'ms' },
      ...rows.flatMap(({ tokens, own, other }) => [
        { label: `prefill of ${tokens}`, value: perSecond(tokens, own.prefillMs), unit: 'tokens/s' },
        { label: `prefill of ${tokens}, transformers.js`, value: perSecond(tokens, other.prefillMs), unit: 'tokens/s' },
        { label: `decode after ${tokens}`, value: perSecond(1, own.stepMs), unit: 'tokens/s' },
        { label: `decode after ${tokens}, transformers.js`, value: perSecond(1, other.stepMs), unit: 'tokens/s' },
      ]),
    ],
    ratios: [
      ...rows.flatMap(({ tokens, own, other }) => [
        { label: `prefill of ${tokens} against transformers.js`, value: other.prefillMs / own.prefillMs, aim: null },
        { label: `decode after ${tokens} against transformers.js`, value: other.stepMs / own.stepMs, aim: null },
        {
          label: `prefill of ${tokens} against ${aims.prefillTokensPerSecond} tokens/s`,
          value: perSecond(tokens, own.prefillMs) / aims.prefillTokensPerSecond,
          aim: 1,
        },
        {
          label: `decode after ${tokens} against ${aims.decodeTokensPerSecond} tokens/s`,
          value: perSecond(1, own.stepMs) / aims.decodeTokensPerSecond,
          aim: 1,
        },
      ]),
    ],
  };
}

/** A browser of its own for each side: half a gigabyte of weights and the threads of the other are gone. */
async function measureIn(side: DecoderSide, threads: number): Promise<DecoderSpeed> {
  const server = await createServer({
    configFile: false,
    root: resolve(import.meta.dirname, '..'),
    logLevel: 'error',
    plugins: [serveModels()],
    assetsInclude: ['**/*.onnx'],
    optimizeDeps: { noDiscovery: true, include: [] },
    server: {
      port: 0,
      hmr: false,
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
  });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    await server.listen();
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${server.resolvedUrls?.local[0]}bench/pages/wasm-decoder.html`);
    await page.waitForFunction(() => 'measure' in globalThis);
    // SAFETY: the page defines it so.
    return (await page.evaluate(
      `measure(${JSON.stringify(side)}, ${JSON.stringify(lengths)}, ${threads})`,
    )) as DecoderSpeed;
  } finally {
    await browser.close();
    await server.close();
  }
}

function perSecond(count: number, elapsedMs: number): number {
  return count / (elapsedMs / 1000);
}
