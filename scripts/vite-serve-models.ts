import { createReadStream } from 'node:fs';
import { cp, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { testModels } from './test-models.ts';

type CatalogShape = { models: { id: string; files: { name: string }[] }[] };

const modelsFolder = resolve(import.meta.dirname, '../models');

/**
 * Serves the files that `models/catalog.json` names under `/models/`, and copies all but the test models' into the build.
 * Nothing else of `models/` is reachable.
 */
export function serveModels(): Plugin {
  let outDir = '';
  return {
    name: 'winnow-serve-models',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use('/models', (request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\//, '');
        void namedFiles().then(async (files) => {
          if (!files.includes(path)) return next();
          const file = join(modelsFolder, path);
          response.setHeader('Content-Length', (await stat(file)).size);
          response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'application/octet-stream');
          createReadStream(file).pipe(response);
        }, next);
      });
    },
    async closeBundle() {
      if (this.meta.watchMode) return;
      for (const file of await namedFiles(testModels)) {
        await cp(join(modelsFolder, file), join(outDir, 'models', file));
      }
    },
  };
}

/** Paths relative to `models/`. */
async function namedFiles(without: readonly string[] = []): Promise<string[]> {
  // SAFETY: the recipe writes the catalog in this shape.
  const catalog = JSON.parse(await readFile(join(modelsFolder, 'catalog.json'), 'utf8')) as CatalogShape;
  const models = catalog.models.filter(({ id }) => !without.includes(id));
  return models.flatMap((model) => model.files.map((file) => `${model.id}/${file.name}`));
}
