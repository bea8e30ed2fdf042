import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentId } from '../core/domain/document.ts';
import { documentDuplicate, documentNotFound, originalLost } from '../core/domain/library-errors.ts';
import type { StorageRepair } from '../core/domain/services.ts';
import { documentBytes } from '../core/domain/storage-room.ts';
import { type Store, type StoreChange, type StoredDocument, traceLimit, type VectorRun } from '../core/domain/store.ts';
import { tagsOf } from '../core/domain/tags.ts';
import { checkLibrary, originalPrefix, removeDocumentRows } from './check-library.ts';
import { clearOrigin } from './clear-origin.ts';
import type { FileArea } from './file-area.ts';
import {
  type DocumentRow,
  type FileRow,
  type IndexRow,
  LibraryDatabase,
  migrate,
  passageRowsOf,
  type VectorRow,
  vectorRowsOf,
} from './library-database.ts';
import { rowKeysOf, rowsOf } from './passage-rows.ts';
import { sha256 } from './sha256.ts';
import { storageError } from './storage-errors.ts';
import { storageEstimate } from './storage-estimate.ts';
import { createTabLocks } from './tab-locks.ts';

/**
 * The library in IndexedDB, with originals and index arrays as files.
 * A write puts its file under a new name first, then points to it in one transaction with everything else, then removes
 * the old file: whatever is interrupted leaves at most a file that nobody points to, which the next `open` deletes.
 * @param name of the database; also of its locks and of the channel on which tabs tell each other of changes
 */
export function createDexieStore(name: string, createFiles: (database: () => LibraryDatabase) => FileArea): Store {
  const locks = createTabLocks(name);
  const channel = new BroadcastChannel(name);
  let opened: LibraryDatabase | null = null;
  let repairs: readonly StorageRepair[] = [];
  const files = createFiles(database);

  /** Opened at first use, and again after another tab deleted or upgraded it. */
  function database(): LibraryDatabase {
    if (opened) return opened;
    const created = new LibraryDatabase(name);
    created.on('versionchange', () => {
      created.close();
      if (opened === created) opened = null;
      // Keeps Dexie's own handler, which prints to the console, from running.
      return false;
    });
    opened = created;
    return created;
  }

  /** One write at a time over all tabs; other tabs hear of it. */
  async function write<Result>(
    doing: string,
    neededBytes: number | (() => number),
    task: () => Promise<Result>,
    told: StoreChange | null = 'changed',
  ): Promise<Result> {
    try {
      const result = await locks.run('write', task);
      if (told) channel.postMessage(told);
      return result;
    } catch (error) {
      const bytes = typeof neededBytes === 'number' ? neededBytes : neededBytes();
      throw await storageError(error, doing, bytes, storageEstimate);
    }
  }

  async function read<Result>(task: () => Promise<Result>): Promise<Result> {
    try {
      return await task();
    } catch (error) {
      throw await storageError(error, 'read the library', 0, storageEstimate);
    }
  }

  /** Writes a new file, lets `point` record it in a transaction, and leaves nothing behind when either fails. */
  async function writeFiles(contents: ReadonlyMap<string, ArrayBuffer>, point: () => Promise<void>): Promise<void> {
    try {
      const rows: FileRow[] = [];
      for (const [fileName, bytes] of contents) {
        await files.write(fileName, bytes);
        rows.push({ name: fileName, bytes: bytes.byteLength, sha256: await sha256(bytes) });
      }
      const { documents, contents: texts, passages, vectors, files: fileRows, meta } = database();
      await database().transaction('rw', [documents, texts, passages, vectors, fileRows, meta], async () => {
        await fileRows.bulkAdd(rows);
        await point();
      });
    } catch (error) {
      for (const fileName of contents.keys()) await files.remove(fileName).catch(() => undefined);
      throw error;
    }
  }

  async function documentRow(id: DocumentId): Promise<DocumentRow> {
    const row = await database().documents.get(id);
    if (row) return row;
    throw documentNotFound(id);
  }

  /** The bytes of a file, or null when they are lost or not what was written. */
  async function verified(fileName: string): Promise<ArrayBuffer | null> {
    const row = await database().files.get(fileName);
    const bytes = row ? await files.read(fileName) : null;
    return row && bytes && bytes.byteLength === row.bytes && (await sha256(bytes)) === row.sha256 ? bytes : null;
  }

  async function indexRow(): Promise<IndexRow | null> {
    const row = await database().meta.get('index');
    return row?.key === 'index' ? row : null;
  }

  return {
    open: async () => {
      repairs = await write(
        'open the library',
        0,
        async () => {
          await migrate(database());
          return checkLibrary(database(), files);
        },
        null,
      );
      return repairs;
    },
    state: async () => ({
      medium: files.medium,
      repairs,
      ...(await storageEstimate()),
      persisted: (await globalThis.navigator?.storage?.persisted?.()) ?? false,
    }),
    documents: () =>
      read(async () => (await database().documents.orderBy('addedAtMs').reverse().toArray()).map(withoutFile)),
    storedDocument: (id) =>
      read(async () => {
        const row = await database().documents.get(id);
        return row ? withoutFile(row) : null;
      }),
    addDocument: async ({ document, passages, original, chunkingId, vectors }, signal) => {
      const { text, blocks, pages, ...rest } = document;
      // A name that no file has, where there is none.
      const fileName = original ? `${originalPrefix}${crypto.randomUUID()}` : '';
      const runs = vectors?.runs ?? [];
      const row: DocumentRow = {
        ...rest,
        pageCount: pages.length,
        passageCount: passages.length,
        embeddedCount: runs.reduce((sum, { count }) => sum + count, 0),
        chunkingId,
        embedderHash: vectors?.embedderHash ?? null,
        originalFile: fileName,
      };
      const vectorBytes = runs.reduce((sum, run) => sum + run.vectors.byteLength, 0);
      const neededBytes = documentBytes(original?.byteLength ?? 0, text.length, passages.length) + vectorBytes;
      await write(`add “${document.name}”`, neededBytes, async () => {
        await assertNew(database(), document.id, document.name);
        throwIfCancelled(signal);
        await writeFiles(new Map(original ? [[fileName, original]] : []), async () => {
          throwIfCancelled(signal);
          await database().documents.add(row);
          await database().contents.add({ id: document.id, text, blocks, pages });
          await database().passages.bulkAdd(rowsOf(document.id, passages));
          await database().vectors.bulkAdd(runs.map(vectorRowOf));
          throwIfCancelled(signal);
        });
      });
    },
    replacePassages: (id, passages, chunkingId) =>
      write('save the passages', documentBytes(0, 0, passages.length), async () => {
        const { documents, passages: table, vectors } = database();
        await database().transaction('rw', documents, table, vectors, async () => {
          const found = await documents.update(id, {
            passageCount: passages.length,
            chunkingId,
            embeddedCount: 0,
            embedderHash: null,
          });
          if (!found) return;
          await passageRowsOf(database(), id).delete();
          await vectorRowsOf(database(), id).delete();
          await table.bulkAdd(rowsOf(id, passages));
        });
      }),
    changeTags: (id, change) =>
      write('save the tags', 0, async () => {
        const { documents } = database();
        await database().transaction('rw', documents, async () => {
          const row = await documentRow(id);
          const tags = change(tagsOf(row));
          // Dexie takes a field off that is set to undefined.
          await documents.update(id, { tags: tags.length > 0 ? [...tags] : undefined });
        });
      }),
    replaceDocument: ({ document, passages, chunkingId }, signal) => {
      const { id, text, blocks, pages, ...rest } = document;
      const doing = `save the text of “${document.name}”`;
      return write(doing, documentBytes(0, text.length, passages.length), async () => {
        const { documents, contents, passages: table, vectors, files: fileRows, meta } = database();
        const index = await indexRow();
        const indexFiles = index ? [index.manifest, ...Object.values(index.parts)] : [];
        await database().transaction('rw', [documents, contents, table, vectors, fileRows, meta], async () => {
          throwIfCancelled(signal);
          const counts = { pageCount: pages.length, passageCount: passages.length, embeddedCount: 0 };
          const found = await documents.update(id, { ...rest, ...counts, chunkingId, embedderHash: null });
          if (!found) throw documentNotFound(id);
          await contents.put({ id, text, blocks, pages });
          await passageRowsOf(database(), id).delete();
          await vectorRowsOf(database(), id).delete();
          await table.bulkAdd(rowsOf(id, passages));
          await meta.delete('index');
          await fileRows.bulkDelete(indexFiles);
          throwIfCancelled(signal);
        });
        for (const fileName of indexFiles) await files.remove(fileName);
      });
    },
    removeDocument: (id) =>
      write('remove the document', 0, async () => {
        const fileName = await removeDocumentRows(database(), id);
        if (fileName) await files.remove(fileName);
      }),
    document: (id) =>
      read(async () => {
        const row = await documentRow(id);
        const content = await database().contents.get(id);
        if (!content) throw documentNotFound(id);
        const { originalFile, pageCount, passageCount, embeddedCount, chunkingId, embedderHash, ...facts } = row;
        const { text, blocks, pages } = content;
        return { ...facts, text, blocks, pages };
      }),
    original: (id) =>
      read(async () => {
        const row = await documentRow(id);
        const bytes = await verified(row.originalFile);
        if (bytes) return bytes;
        throw originalLost(id, row.name);
      }),
    passages: (ids) =>
      read(async () => {
        const wanted = new Set(ids);
        const rows = await database().passages.bulkGet(rowKeysOf(ids));
        const passages = rows.flatMap((row) => row?.passages ?? []).filter(({ id }) => wanted.has(id));
        return new Map(passages.map((passage) => [passage.id, passage]));
      }),
    passagesOf: (id) =>
      read(async () => (await passageRowsOf(database(), id).toArray()).flatMap((row) => row.passages)),
    vectorsOf: (id, embedderHash, fromOrdinal) =>
      read(async () => {
        const row = await database().documents.get(id);
        if (row?.embedderHash !== embedderHash) return [];
        return (await vectorRowsOf(database(), id, fromOrdinal).toArray()).map(({ vectors, ...run }) => ({
          ...run,
          vectors: new Float32Array(vectors),
        }));
      }),
    addVectors: (run, embedderHash, addedAtMs) =>
      write('save vectors', run.vectors.byteLength, () => addVectors(database(), run, embedderHash, addedAtMs)),
    loadIndex: () =>
      read(async () => {
        const row = await indexRow();
        const manifest = row ? await verified(row.manifest) : null;
        if (!row || !manifest) return null;
        return {
          manifest,
          readPart: async (part: string) => {
            const fileName = row.parts[part];
            return fileName === undefined ? null : verified(fileName);
          },
        };
      }),
    saveIndex: async (save) => {
      let neededBytes = 0;
      await write(
        'save the search index',
        () => neededBytes,
        async () => {
          const row = await indexRow();
          const kept = row?.parts ?? {};
          const { manifest, partNames, newParts } = save(new Set(Object.keys(kept)));
          const manifestFile = `index-manifest-${crypto.randomUUID()}`;
          const contents = new Map([[manifestFile, manifest]]);
          const parts: Record<string, string> = {};
          for (const part of partNames) parts[part] = kept[part] ?? '';
          for (const { name: part, bytes } of newParts) {
            parts[part] = `index-${part}-${crypto.randomUUID()}`;
            contents.set(parts[part], bytes);
          }
          for (const bytes of contents.values()) neededBytes += bytes.byteLength;
          const needed = new Set(Object.values(parts));
          const old = row ? [row.manifest, ...Object.values(kept)].filter((file) => !needed.has(file)) : [];
          await writeFiles(contents, async () => {
            await database().files.bulkDelete(old);
            await database().meta.put({ key: 'index', manifest: manifestFile, parts });
          });
          for (const fileName of old) await files.remove(fileName);
        },
        null,
      );
    },
    saveTrace: (trace) =>
      write(
        'save the trace',
        0,
        async () => {
          const { traces } = database();
          await database().transaction('rw', traces, async () => {
            await traces.put(trace);
            await traces.bulkDelete(await traces.orderBy('startedAtMs').reverse().offset(traceLimit).primaryKeys());
          });
        },
        null,
      ),
    traces: () => read(() => database().traces.orderBy('startedAtMs').reverse().toArray()),
    removeTrace: (id) => write('remove the trace', 0, () => database().traces.delete(id), null),
    clear: () =>
      write(
        'delete everything',
        0,
        async () => {
          opened = null;
          repairs = [];
          await clearOrigin();
        },
        'cleared',
      ),
    onRemoteChange: (listener) => {
      const heard = (event: MessageEvent<StoreChange>) => listener(event.data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    exclusively: (task, run) => locks.run(task, run),
    close: async () => {
      channel.close();
      opened?.close();
    },
  };
}

function withoutFile({ originalFile: _, ...row }: DocumentRow): StoredDocument {
  return row;
}

async function assertNew(database: LibraryDatabase, id: DocumentId, name: string): Promise<void> {
  const existing = await database.documents.get(id);
  if (existing) throw documentDuplicate(id, name, existing.name);
}

function addVectors(
  database: LibraryDatabase,
  run: VectorRun,
  embedderHash: string,
  addedAtMs: number | undefined,
): Promise<boolean> {
  const { documents, vectors } = database;
  return database.transaction('rw', documents, vectors, async () => {
    const row = await documents.get(run.documentId);
    if (!row || row.addedAtMs !== (addedAtMs ?? row.addedAtMs)) return false;
    const isOther = row.embedderHash !== embedderHash;
    const embeddedCount = isOther ? 0 : row.embeddedCount;
    if (run.firstOrdinal !== embeddedCount || embeddedCount + run.count > row.passageCount) return false;
    if (isOther) await vectorRowsOf(database, row.id).delete();
    await vectors.add(vectorRowOf(run));
    await documents.update(row.id, { embedderHash, embeddedCount: embeddedCount + run.count });
    return true;
  });
}

function vectorRowOf({ documentId, firstOrdinal, count, vectors }: VectorRun): VectorRow {
  return { documentId, firstOrdinal, count, vectors: vectors.slice().buffer };
}
