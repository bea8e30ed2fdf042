import type { FileArea } from './file-area.ts';
import type { LibraryDatabase } from './library-database.ts';

/** Files as rows of IndexedDB, for browsers without a file system. ArrayBuffers, since Safari loses large Blobs. */
export function createIndexedFiles(database: () => LibraryDatabase): FileArea {
  return {
    medium: 'indexed-db',
    write: async (name, bytes) => {
      await database().blobs.add({ name, bytes });
    },
    read: async (name) => (await database().blobs.get(name))?.bytes ?? null,
    remove: (name) => database().blobs.delete(name),
    sizes: async () => {
      const sizes = new Map<string, number>();
      await database().blobs.each(({ name, bytes }) => sizes.set(name, bytes.byteLength));
      return sizes;
    },
  };
}
