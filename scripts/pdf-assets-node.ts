import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PdfAssets } from '../src/engines/pdf-parser.ts';

const distribution = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** pdf.js's parts for Node (tests and benchmarks): read from the installed package; no worker of its own. */
export const nodePdfAssets: PdfAssets = {
  worker: join(distribution, 'legacy/build/pdf.worker.mjs'),
  dataUrl: `${distribution}/`,
};
