import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog } from '../../src/core/domain/catalog.ts';
import { WinnowError } from '../../src/core/domain/errors.ts';
import type { ArtifactSource } from '../../src/core/domain/ports.ts';
import { sha256 } from '../../src/engines/sha256.ts';

const modelsFolder = join(import.meta.dirname, '../../models');

/** The shipped catalog. */
export async function readCatalog(): Promise<Catalog> {
  // SAFETY: its shape and its hashes have a test of their own.
  return JSON.parse(await readFile(join(modelsFolder, 'catalog.json'), 'utf8')) as Catalog;
}

/** Model files from the models folder, compared with the catalog's hashes as in the app. */
export function createFolderArtifacts(catalog: Catalog): ArtifactSource {
  return {
    read: async (modelId, fileName, options = {}) => {
      const file = catalog.models.find(({ id }) => id === modelId)?.files.find(({ name }) => name === fileName);
      const details = { model: modelId, file: fileName };
      if (!file) {
        throw new WinnowError('artifact-unknown', `There is no file "${modelId}/${fileName}" in the catalog.`, details);
      }
      const bytes = new Uint8Array(await readFile(join(modelsFolder, modelId, fileName)));
      if ((await sha256(bytes)) !== file.sha256) {
        const message = `models/${modelId}/${fileName} is not the file that the catalog names; build the models again.`;
        throw new WinnowError('artifact-corrupt', message, details);
      }
      options.onProgress?.(file.bytes, file.bytes);
      return bytes;
    },
  };
}
