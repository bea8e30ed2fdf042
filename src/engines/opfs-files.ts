import type { FileArea } from './file-area.ts';

/**
 * Files in the origin private file system, in one folder.
 * @throws the browser's DOMException where there is no such file system (some private windows)
 */
export async function openOpfsFiles(folderName: string): Promise<FileArea> {
  // The folder is looked up each time: `clear` in another tab may have removed it.
  const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });

  const area: FileArea = {
    medium: 'opfs',
    write: async (name, bytes) => {
      const handle = await (await folder()).getFileHandle(name, { create: true });
      const stream = await handle.createWritable();
      try {
        await stream.write(bytes);
        await stream.close();
      } catch (error) {
        // The stream may already be in an error state, in which case there is nothing left to abort.
        await stream.abort().catch(() => undefined);
        throw error;
      }
    },
    read: async (name) => {
      const handle = await (await folder()).getFileHandle(name).catch(nullIfMissing);
      return handle ? (await handle.getFile()).arrayBuffer() : null;
    },
    remove: async (name) => {
      await (await folder()).removeEntry(name).catch(nullIfMissing);
    },
    sizes: async () => {
      const handles: FileSystemFileHandle[] = [];
      for await (const handle of (await folder()).values()) {
        // SAFETY: `kind` tells which of the two handles it is.
        if (handle.kind === 'file') handles.push(handle as FileSystemFileHandle);
      }
      // Asked all at once: each answer comes from another process.
      // A swap file of a write under way vanishes between listing and opening.
      const found = await Promise.all(handles.map((handle) => handle.getFile().catch(nullIfMissing)));
      return new Map(found.flatMap((file) => (file ? [[file.name, file.size] as const] : [])));
    },
  };
  await assertWritable(area);
  return area;
}

/**
 * Some browsers hand out a file system that cannot be written. A full one is not that: it was written before, and
 * whoever took it for unusable would take every file in it for lost.
 */
async function assertWritable(area: FileArea): Promise<void> {
  const name = `probe-${crypto.randomUUID()}`;
  try {
    await area.write(name, new ArrayBuffer(1));
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
  }
  await area.remove(name);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotFoundError') return null;
  throw error;
}
