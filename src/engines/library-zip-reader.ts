import { isCancelled, WinnowError } from '../core/domain/errors.ts';
import { type LibraryFileReader, maxLibraryMemberBytes, maxLibraryMembers } from '../core/domain/library-file.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { zipEntryChunks } from './zip-entry-chunks.ts';

/**
 * A library's file as a zip, read member by member; only its list of contents is in memory.
 * @throws WinnowError `library-file-damaged` where it is no zip, `library-file-foreign` where it holds too many members
 */
export async function openLibraryZip(file: { readonly name: string; readonly data: Blob }): Promise<LibraryFileReader> {
  const { entries, lostCount } = await directoryOf(file);
  if (lostCount > 0) throw damaged(file.name, `its list of contents breaks off, ${lostCount} members are missing`);
  const byPath = new Map(entries.map((entry) => [entry.rawPath, entry]));
  return {
    members: entries.map(({ rawPath, size }) => ({ path: rawPath, bytes: size })),
    read: async (path, signal) => {
      const entry = byPath.get(path);
      if (!entry) throw damaged(path, 'it is missing');
      return readEntry(file, entry, signal);
    },
    textOf: (bytes) => {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch (error) {
        if (error instanceof TypeError) return undefined;
        throw error;
      }
    },
  };
}

async function directoryOf(file: { readonly name: string; readonly data: Blob }) {
  try {
    return await readZipDirectory(file, maxLibraryMembers);
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    if (error.code === 'document-too-large') {
      const message = `“${file.name}” is not a library that Winnow exported: it holds more than ${maxLibraryMembers} files.`;
      throw new WinnowError('library-file-foreign', message, { what: error.message });
    }
    throw damaged(file.name, 'it has no list of contents, as a file that was not copied or downloaded completely');
  }
}

async function readEntry(
  file: { readonly name: string; readonly data: Blob },
  entry: ZipEntry,
  signal: Parameters<LibraryFileReader['read']>[1],
): Promise<ArrayBuffer> {
  if (entry.size > maxLibraryMemberBytes) {
    throw damaged(entry.rawPath, `it has ${entry.size} bytes, the limit is ${maxLibraryMemberBytes}`);
  }
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of zipEntryChunks(file, entry, entry.rawPath, signal)) pieces.push(piece);
  } catch (error) {
    if (isCancelled(error) || !(error instanceof WinnowError)) throw error;
    throw damaged(entry.rawPath, 'its bytes are not those that were packed', error);
  }
  // Only what came is allocated: a size is a claim.
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.buffer;
}

/** @param member the member's path, or the file's name where the whole is at fault */
function damaged(member: string, what: string, cause?: unknown): WinnowError {
  return new WinnowError(
    'library-file-damaged',
    `This library cannot be imported: “${member}” is damaged (${what}). Take another copy of the file, or export the library again.`,
    { member, what },
    cause,
  );
}
