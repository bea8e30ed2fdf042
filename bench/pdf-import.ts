import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { nodePdfAssets } from '../scripts/pdf-assets-node.ts';
import { splitPassages } from '../src/core/corpus/passages/split-passages.ts';
import { createPdfParser } from '../src/engines/pdf-parser.ts';
import { type BenchResult, quantile } from './bench-result.ts';
import { makePdf } from './fixtures/make-pdf.ts';

const pageCount = 300;
const rounds = 3;

/** Parsing and splitting a long PDF against pdf.js alone: what it takes to read the text of every page is the limit. */
export async function benchPdfImport(): Promise<BenchResult> {
  const bytes = makePdf(pageCount);
  const parser = createPdfParser(nodePdfAssets);
  const ourTimes: number[] = [];
  const theirTimes: number[] = [];
  let passageCount = 0;
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const theirStartMs = performance.now();
    await readTextOnly(bytes);
    const ourStartMs = performance.now();
    const parsed = await parser.parse({ name: 'report.pdf', bytes });
    passageCount = splitPassages({ id: 'report', ...parsed }).length;
    const endMs = performance.now();
    if (round === 0) continue;
    theirTimes.push(ourStartMs - theirStartMs);
    ourTimes.push(endMs - ourStartMs);
  }
  const [ours, theirs] = [quantile(ourTimes, 0.5), quantile(theirTimes, 0.5)];
  return {
    name: 'import of a PDF against pdf.js alone',
    setting: `${pageCount} pages, ${(bytes.length / 1e6).toFixed(1)} MB, ${passageCount} passages, median of ${rounds}, in Node on one thread`,
    figures: [
      { label: 'parse and split: Winnow', value: (1000 * pageCount) / ours, unit: 'pages/s' },
      {
        label: 'getTextContent of every page: pdf.js (the limit)',
        value: (1000 * pageCount) / theirs,
        unit: 'pages/s',
      },
    ],
    ratios: [{ label: 'share of the limit that is reached', value: theirs / ours, aim: null }],
  };
}

async function readTextOnly(bytes: Uint8Array): Promise<void> {
  const task = getDocument({
    data: bytes.slice(),
    cMapUrl: `${nodePdfAssets.dataUrl}cmaps/`,
    standardFontDataUrl: `${nodePdfAssets.dataUrl}standard_fonts/`,
    disableFontFace: true,
    isEvalSupported: false,
    verbosity: 0,
  });
  const pdf = await task.promise;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  await task.destroy();
}
