import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, chromiumPath } from './scripts/chromium.ts';
import { serveModels } from './scripts/vite-serve-models.ts';
import { serveRecognition } from './scripts/vite-serve-recognition.ts';

const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  test: {
    // pdf.js leaves some of its own promises about damaged files to nobody. In the page they stay in its worker, and say nothing new:
    // what was asked of it is answered with an error as well. In Node that worker is this thread.
    onUnhandledError: ({ name, stack }) =>
      !(
        /^(?:FormatError|ParserEOFException|XRefEntryException)$/.test(name ?? '') && stack?.includes('pdf.worker.mjs')
      ),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // No assertion is timed; the limit only ends what hangs, on a busy machine too.
          testTimeout: 120_000,
          include: ['{src,workers,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*', '**/node_modules/**'],
        },
      },
      {
        plugins: [serveModels(), serveRecognition()],
        server: { headers: isolationHeaders },
        // Everything is pre-bundled at the start: a late discovery would reload the page in the middle of a test.
        optimizeDeps: {
          entries: ['index.html', 'src/**/*.{ts,tsx}', 'workers/**/*.ts'],
          exclude: ['onnxruntime-web', '@huggingface/transformers'],
        },
        test: {
          name: 'browser',
          include: ['{src,workers}/**/*.browser.test.{ts,tsx}'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 60_000 } },
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
