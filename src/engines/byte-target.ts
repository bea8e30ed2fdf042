import { isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { SaveTarget } from '../core/domain/library-file.ts';
import type { FileData } from '../core/domain/unpacked.ts';
import { storageError } from './storage-errors.ts';
import { storageEstimate } from './storage-estimate.ts';

/** Where a file goes that is made piece by piece. */
export type ByteTarget = {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The file, or null where it already lies where the person wanted it. */
  readonly close: () => Promise<FileData | null>;
  /** Leaves nothing behind. */
  readonly abort: () => Promise<void>;
};

/** Written at a time: each write is a message to another process. */
const pieceBytes = 4 * 1024 * 1024;
/**
 * What a browser may have to keep in memory. Below it a Blob is simpler than a file of ours: nothing has to be deleted
 * after the person has it.
 */
const maxBlobBytes = 256 * 1024 * 1024;
const folderName = 'winnow-export';
/** Longer than copying a few gigabytes takes. */
const copyingMs = 60 * 60 * 1000;

/**
 * - `chosen`, where the browser lets the person choose a file (Chromium): straight to it.
 * - else a Blob for what is small, or where there is no file system.
 * - else a file in the origin private file system (Firefox, Safari 26), which the page hands to the person. It stays until
 *   `deleteOldExports`, as no page hears when a download is complete.
 * @param expectedBytes roughly what will be written
 */
export async function openByteTarget(chosen: SaveTarget | null, expectedBytes: number): Promise<ByteTarget> {
  if (chosen) return chosenFile(chosen);
  const target = expectedBytes > maxBlobBytes ? await privateFile().catch(() => null) : null;
  return target ?? blobTarget();
}

/** Deletes files of earlier exports, save those that a browser may still be copying to where the person wants them. */
export async function deleteOldExports(nowMs: number): Promise<void> {
  const root = await globalThis.navigator?.storage?.getDirectory?.().catch(() => null);
  const folder = await root?.getDirectoryHandle(folderName).catch(() => null);
  if (!folder) return;
  for await (const handle of folder.values()) {
    const file = handle.kind === 'file' ? await handle.getFile().catch(() => null) : null;
    // One that another tab is writing cannot be removed; it goes the next time.
    if (file && nowMs - file.lastModified > copyingMs) await folder.removeEntry(handle.name).catch(() => undefined);
  }
}

/** The person's own disk: what happens there is not the browser's storage failing. */
async function chosenFile(target: SaveTarget): Promise<ByteTarget> {
  const onDisk = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task();
    } catch (error) {
      throw isCancelled(error) ? error : unwritable(target.name, error);
    }
  };
  const stream = await onDisk(() => target.createWritable());
  const abort = async (): Promise<void> => {
    await stream.abort().catch(() => undefined);
    // Choosing a new file made an empty one. What was there before is untouched until the stream is closed.
    const left = await target.getFile().catch(() => null);
    if (left?.size === 0) await target.remove?.().catch(() => undefined);
  };
  return buffered({
    write: (bytes) => onDisk(() => stream.write(bytes)),
    close: async () => {
      await onDisk(() => stream.close());
      return null;
    },
    abort,
  });
}

async function privateFile(): Promise<ByteTarget> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  const fileName = `${crypto.randomUUID()}.zip`;
  const handle = await folder.getFileHandle(fileName, { create: true });
  const stream = await handle.createWritable();
  let writtenBytes = 0;
  const inStorage = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task();
    } catch (error) {
      throw await storageError(error, 'export the library', writtenBytes, storageEstimate);
    }
  };
  return buffered({
    write: (bytes) => {
      writtenBytes += bytes.length;
      return inStorage(() => stream.write(bytes));
    },
    close: () =>
      inStorage(async () => {
        await stream.close();
        return handle.getFile();
      }),
    abort: async () => {
      await stream.abort().catch(() => undefined);
      await folder.removeEntry(fileName).catch(() => undefined);
    },
  });
}

/** A Blob of Blobs: browsers move those to the disk when there is much. */
function blobTarget(): ByteTarget {
  let parts: Blob[] = [];
  return buffered({
    write: async (bytes) => void parts.push(new Blob([bytes])),
    close: async () => new Blob(parts, { type: 'application/zip' }),
    abort: async () => {
      parts = [];
    },
  });
}

/** Puts small pieces together. A piece that is handed on is not written to any more. */
function buffered(target: ByteTarget): ByteTarget {
  let piece = new Uint8Array(pieceBytes);
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const full = piece.subarray(0, length);
    piece = new Uint8Array(pieceBytes);
    length = 0;
    await target.write(full);
  };
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + pieceBytes - length);
        piece.set(part, length);
        length += part.length;
        at += part.length;
        if (length === pieceBytes) await flush();
      }
    },
    close: async () => {
      await flush();
      return target.close();
    },
    abort: target.abort,
  };
}

function unwritable(name: string, cause: unknown): WinnowError {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new WinnowError(
    'library-file-unwritable',
    `“${name}” could not be written (${reason}). The library is as it was. Check the room on that disk, or choose another place.`,
    { name, reason },
    cause,
  );
}
