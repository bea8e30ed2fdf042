import type { ImportProgress } from '../domain/services.ts';
import type { Store, StoredDocument } from '../domain/store.ts';
import { type Splitter, splitDocument } from './split-document.ts';

/** Passages made by another splitter than today's are made again from the stored text. */
export async function splitAgain(
  {
    store,
    splitter,
    pause,
  }: { readonly store: Store; readonly splitter: Splitter; readonly pause: () => Promise<void> },
  onProgress?: (progress: ImportProgress) => void,
): Promise<void> {
  const isOld = (document: StoredDocument) => document.chunkingId !== splitter.version;
  if (!(await store.documents()).some(isOld)) return;
  await store.exclusively('splitting', async () => {
    const old = (await store.documents()).filter(isOld);
    for (const [position, { id }] of old.entries()) {
      onProgress?.({ stage: 'splitting', done: position, total: old.length });
      const passages = await splitDocument(await store.document(id), splitter, pause);
      await store.replacePassages(id, passages, splitter.version);
    }
  });
}
