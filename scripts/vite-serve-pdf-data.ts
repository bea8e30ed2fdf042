import { createReadStream } from 'node:fs';
import { cp, stat } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const distribution = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
/** What pdf.js loads while it reads: character maps, stand-in fonts, image decoders. */
const folders = ['cmaps', 'standard_fonts', 'wasm'];

/** Serves pdf.js's data under `/pdf/`, and copies it into the build, so that nothing is loaded from elsewhere. */
export function servePdfData(): Plugin {
  let outDir = '';
  return {
    name: 'winnow-serve-pdf-data',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use('/pdf', (request, response, next) => {
        const path = normalize(decodeURIComponent((request.url ?? '').split('?')[0] ?? '')).replace(/^\/+/, '');
        const file = join(distribution, path);
        if (!folders.some((folder) => path.startsWith(`${folder}/`))) return next();
        stat(file).then(
          (info) => {
            response.setHeader('Content-Length', info.size);
            response.setHeader(
              'Content-Type',
              path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream',
            );
            createReadStream(file).pipe(response);
          },
          () => next(),
        );
      });
    },
    async closeBundle() {
      if (this.meta.watchMode) return;
      for (const folder of folders)
        await cp(join(distribution, folder), join(outDir, 'pdf', folder), { recursive: true });
    },
  };
}
