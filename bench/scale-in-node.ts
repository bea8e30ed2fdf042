import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodePdfAssets } from '../scripts/pdf-assets-node.ts';
import { splitPassages } from '../src/core/corpus/passages/split-passages.ts';
import { createSearchIndex } from '../src/core/corpus/search-index/create-search-index.ts';
import { passageLanguages } from '../src/core/corpus/search-index/passage-languages.ts';
import { languageParts } from '../src/engines/language-parts.ts';
import { createDocumentParser } from '../src/engines/parse-document.ts';
import { sha256 } from '../src/engines/sha256.ts';

/**
 * The work of an import as a plain script would do it, one file after another: read, hash, parse, split, find the
 * languages, index; originals and passages into files. What the app adds is the browser, its database and the page.
 */
export async function importInNode(
  files: readonly { readonly name: string; readonly path: string }[],
  folder: string,
): Promise<{ readonly elapsedMs: number; readonly passageCount: number }> {
  await mkdir(folder);
  const parse = createDocumentParser(nodePdfAssets);
  const detector = await languageParts.loadDetector();
  const { stemmers } = languageParts;
  const settings = { chunking: 'bench', embedder: { modelId: 'none', modelHash: 'none', dimension: 384 } };
  const index = createSearchIndex({ ...settings, languages: languageParts });
  let passageCount = 0;
  const startMs = performance.now();
  for (const { name, path } of files) {
    const bytes = await readFile(path);
    const id = await sha256(new Uint8Array(bytes).buffer);
    const parsed = await parse({ name, bytes: new Uint8Array(bytes) });
    const passages = splitPassages({ id, ...parsed });
    await writeFile(join(folder, id), bytes);
    await appendFile(join(folder, 'passages'), JSON.stringify({ parsed, passages }));
    index.addPassages(name, passages, passageLanguages(passages, detector, stemmers.languages));
    passageCount += passages.length;
  }
  return { elapsedMs: performance.now() - startMs, passageCount };
}
