import type { CatalogModel } from '../core/domain/catalog.ts';
import { sha256 } from './sha256.ts';

/** SHA-256 over the lines `<sha256> <name>` of the model's files, sorted by name: the model's `modelHash`. */
export async function modelHashOf(model: Pick<CatalogModel, 'files'>): Promise<string> {
  const files = [...model.files].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sha256(new TextEncoder().encode(files.map((file) => `${file.sha256} ${file.name}\n`).join('')));
}
