import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Block, DocumentId, Page } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Trace } from '../core/domain/events.ts';
import type { StoredDocument } from '../core/domain/store.ts';
import type { PassageRow } from './passage-rows.ts';

/** Raise it with every change of what the rows mean, and add the step to `migrate`. */
const schemaVersion = 1;

/** `originalFile` is empty where the original was lost before the document was stored. */
export type DocumentRow = StoredDocument & { readonly originalFile: string };

/** The large half of a document, apart so that listing the library does not read it. */
export type ContentRow = {
  readonly id: DocumentId;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly Page[];
};

export type VectorRow = {
  readonly documentId: DocumentId;
  readonly firstOrdinal: number;
  readonly count: number;
  readonly vectors: ArrayBuffer;
};

type VectorKey = [documentId: DocumentId, firstOrdinal: number, count: number];

/** What a file must be. A file without a row belongs to nobody. */
export type FileRow = { readonly name: string; readonly bytes: number; readonly sha256: string };

export type SchemaRow = { readonly key: 'schema'; readonly version: number };

export type IndexRow = {
  readonly key: 'index';
  /** File names: of the manifest, and by part name. */
  readonly manifest: string;
  readonly parts: Readonly<Record<string, string>>;
};

export class LibraryDatabase extends Dexie {
  declare documents: EntityTable<DocumentRow, 'id'>;
  declare contents: EntityTable<ContentRow, 'id'>;
  declare passages: Table<PassageRow, [DocumentId, number]>;
  declare vectors: Table<VectorRow, VectorKey>;
  declare files: EntityTable<FileRow, 'name'>;
  declare blobs: EntityTable<{ name: string; bytes: ArrayBuffer }, 'name'>;
  declare traces: EntityTable<Trace, 'id'>;
  declare meta: Table<SchemaRow | IndexRow, string>;

  constructor(name: string) {
    super(name);
    this.version(1).stores({
      documents: 'id, addedAtMs',
      contents: 'id',
      passages: '[documentId+firstOrdinal]',
      // With the count in the key, gaps are found without reading a vector.
      vectors: '[documentId+firstOrdinal+count]',
      files: 'name',
      blobs: 'name',
      traces: 'id, startedAtMs',
      meta: 'key',
    });
    this.on('populate', (transaction) => {
      // SAFETY: the transaction is of this database; `table` only loses the row type.
      void (transaction.table('meta') as Table<SchemaRow, string>).add({ key: 'schema', version: schemaVersion });
    });
  }
}

export function passageRowsOf(database: LibraryDatabase, id: DocumentId) {
  return database.passages.where('[documentId+firstOrdinal]').between([id, 0], [id, Infinity]);
}

export function vectorRowsOf(database: LibraryDatabase, id: DocumentId, fromOrdinal = 0) {
  const key = '[documentId+firstOrdinal+count]';
  return database.vectors.where(key).between([id, fromOrdinal, 0], [id, Infinity, Infinity]);
}

/**
 * Brings stored rows to `schemaVersion`. The version is kept as a row of ours because Dexie opens newer databases silently.
 * @throws WinnowError `storage-failed` when a newer Winnow wrote them
 */
export async function migrate(database: LibraryDatabase): Promise<void> {
  await database.transaction('rw', database.meta, async () => {
    const row = await database.meta.get('schema');
    const stored = row?.key === 'schema' ? row.version : 0;
    if (stored > schemaVersion) {
      throw new WinnowError(
        'storage-failed',
        `The library was written by a newer Winnow (storage version ${stored}, this page knows ${schemaVersion}). Reload the page to get the newer Winnow.`,
        { storedVersion: stored, knownVersion: schemaVersion },
      );
    }
    await database.meta.put({ key: 'schema', version: schemaVersion });
  });
}
