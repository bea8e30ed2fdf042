import { createReadStream } from 'node:fs';
import { cp, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { recognitionLanguages } from '../src/core/domain/recognition.ts';

const folderOf = (name: string): string => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/**
 * Of tesseract.js only its worker, of the cores those that read with the neural reader alone, on processors as browsers
 * of today need them, and of each language the small data with whole numbers.
 */
const files: ReadonlyMap<string, string> = new Map([
  ['worker.min.js', join(folderOf('tesseract.js'), 'dist/worker.min.js')],
  ...['simd', 'relaxedsimd'].map((kind): [string, string] => {
    const name = `tesseract-core-${kind}-lstm.wasm.js`;
    return [name, join(folderOf('tesseract.js-core'), name)];
  }),
  ...Object.keys(recognitionLanguages).map((language): [string, string] => {
    const name = `${language}.traineddata.gz`;
    return [name, join(folderOf(`@tesseract.js-data/${language}`), '4.0.0_best_int', name)];
  }),
]);

/** Serves what reads pictures under `/recognition/`, and copies it into the build, so that nothing is loaded from elsewhere. */
export function serveRecognition(): Plugin {
  let outDir = '';
  return {
    name: 'winnow-serve-recognition',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use('/recognition', (request, response, next) => {
        const file = files.get((request.url ?? '').split('?')[0]?.slice(1) ?? '');
        if (file === undefined) return next();
        void stat(file).then(({ size }) => {
          // A worker of a page that is isolated says so itself.
          response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
          response.setHeader('Content-Length', size);
          response.setHeader('Content-Type', file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
          createReadStream(file).pipe(response);
        }, next);
      });
    },
    async closeBundle() {
      if (this.meta.watchMode) return;
      for (const [name, file] of files) await cp(file, join(outDir, 'recognition', name));
    },
  };
}
