import { originalLostWarning } from '../core/domain/library-errors.ts';
import type { StorageRepair } from '../core/domain/services.ts';
import type { FileArea } from './file-area.ts';
import { type LibraryDatabase, passageRowsOf, vectorRowsOf } from './library-database.ts';
import { rowCountOf } from './passage-rows.ts';

/** How the names of original files begin. */
export const originalPrefix = 'original-';

/**
 * Compares records and files, and mends what does not fit. A crash can leave only files without a record, since
 * records are written last and in one transaction; the rest of the list guards against browsers and people that delete.
 * The caller holds the write lock, so no half-finished write of another tab is taken for an orphan.
 */
export async function checkLibrary(database: LibraryDatabase, files: FileArea): Promise<readonly StorageRepair[]> {
  const sizes = await files.sizes();
  return [
    ...(await removeOrphanFiles(database, files, sizes)),
    ...(await removeIncompleteDocuments(database, files)),
    ...(await recountVectors(database)),
    ...(await markLostFiles(database, files, sizes)),
  ];
}

type Sizes = ReadonlyMap<string, number>;

async function removeOrphanFiles(database: LibraryDatabase, files: FileArea, sizes: Sizes): Promise<StorageRepair[]> {
  const known = new Set(await database.files.toCollection().primaryKeys());
  const orphans = [...sizes.keys()].filter((name) => !known.has(name));
  for (const name of orphans) await files.remove(name);
  // Of the index nobody needs to hear: it is saved in the background, and every closed tab can interrupt that.
  const originals = orphans.filter((name) => name.startsWith(originalPrefix));
  if (originals.length === 0) return [];
  return [
    {
      code: 'orphan-deleted',
      message: `${count(originals.length, 'leftover file')} of an interrupted import removed.`,
    },
  ];
}

async function removeIncompleteDocuments(database: LibraryDatabase, files: FileArea): Promise<StorageRepair[]> {
  const repairs: StorageRepair[] = [];
  // All keys at once: asking for each document takes seconds with a thousand of them.
  const contents = new Set(await database.contents.toCollection().primaryKeys());
  const rowCounts = new Map<string, number>();
  for (const [id] of await database.passages.toCollection().primaryKeys()) {
    rowCounts.set(id, (rowCounts.get(id) ?? 0) + 1);
  }
  for (const row of await database.documents.toArray()) {
    const rowCount = rowCounts.get(row.id) ?? 0;
    if (contents.has(row.id) && rowCount === rowCountOf(row.passageCount)) continue;
    await removeDocumentRows(database, row.id);
    if (row.originalFile) await files.remove(row.originalFile);
    repairs.push({
      code: 'document-incomplete',
      message: `The stored text of “${row.name}” was damaged and was removed. Add the file again.`,
    });
  }
  return repairs;
}

async function recountVectors(database: LibraryDatabase): Promise<StorageRepair[]> {
  const repairs: StorageRepair[] = [];
  const embeddedCounts = new Map<string, number>();
  // In order of document and passage.
  for (const [id, firstOrdinal, count] of await database.vectors.toCollection().primaryKeys()) {
    const embeddedCount = embeddedCounts.get(id) ?? 0;
    if (firstOrdinal === embeddedCount) embeddedCounts.set(id, embeddedCount + count);
  }
  for (const row of await database.documents.toArray()) {
    const embeddedCount = embeddedCounts.get(row.id) ?? 0;
    if (embeddedCount === row.embeddedCount) continue;
    await database.transaction('rw', database.documents, database.vectors, async () => {
      await vectorRowsOf(database, row.id, embeddedCount).delete();
      await database.documents.update(row.id, { embeddedCount });
    });
    repairs.push({
      code: 'vectors-recounted',
      message: `Some vectors of “${row.name}” were lost and are computed again.`,
    });
  }
  return repairs;
}

async function markLostFiles(database: LibraryDatabase, files: FileArea, sizes: Sizes): Promise<StorageRepair[]> {
  const lost = new Set(
    (await database.files.toArray()).filter((row) => sizes.get(row.name) !== row.bytes).map((row) => row.name),
  );
  if (lost.size === 0) return [];
  const repairs: StorageRepair[] = [];
  const index = await database.meta.get('index');
  const indexFiles = index?.key === 'index' ? [index.manifest, ...Object.values(index.parts)] : [];
  if (indexFiles.some((name) => lost.has(name))) {
    await database.transaction('rw', database.meta, database.files, async () => {
      await database.meta.delete('index');
      await database.files.bulkDelete(indexFiles);
    });
    for (const name of indexFiles) await files.remove(name);
    repairs.push({
      code: 'index-rebuilt',
      message: 'The stored search index was damaged and is built again from the stored text.',
    });
  }
  for (const row of await database.documents.toArray()) {
    if (!lost.has(row.originalFile) || row.warnings.some((warning) => warning.message === originalLostWarning.message))
      continue;
    await database.documents.update(row.id, { warnings: [...row.warnings, originalLostWarning] });
    repairs.push({
      code: 'original-missing',
      message: `The original file of “${row.name}” is lost; its text is still searchable.`,
    });
  }
  return repairs;
}

/** Deletes every row of a document, its file's row too. Returns the file's name, null for an unknown document. */
export async function removeDocumentRows(database: LibraryDatabase, id: string): Promise<string | null> {
  const { documents, contents, passages, vectors, files } = database;
  return database.transaction('rw', documents, contents, passages, vectors, files, async () => {
    const row = await documents.get(id);
    await documents.delete(id);
    await contents.delete(id);
    await passageRowsOf(database, id).delete();
    await vectorRowsOf(database, id).delete();
    if (!row) return null;
    await files.delete(row.originalFile);
    return row.originalFile;
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
