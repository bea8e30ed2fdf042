import { isSystemFile } from '../../core/corpus/documents/system-files.ts';
import type { IncomingFile } from '../../state/import-jobs.ts';
import type { FolderRest } from '../../state/import-queue.ts';

export type FoundFiles = { readonly files: readonly IncomingFile[]; readonly rest: FolderRest };
type Finds = { readonly files: IncomingFile[]; readonly rest: { readonly [Kind in keyof FolderRest]: string[] } };

/** Deeper is a folder that holds a link to itself. */
const maxDepth = 64;

const nothingFound = (): Finds => ({ files: [], rest: { leftOut: [], unread: [], empty: [] } });

/**
 * The files of a drop, folders opened down to their files, each named by its path from the dropped folder down. What was dropped
 * by itself is taken whatever its name is. Call it inside the drop event: the list is empty later.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<FoundFiles> {
  const dropped = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = nothingFound();
  for (const { entry, file } of dropped) {
    if (entry !== null && isDirectory(entry)) {
      const countBefore = countOf(found);
      await openFolder(entry, entry.name, 1, found);
      if (countOf(found) === countBefore) found.rest.empty.push(entry.name);
    } else if (file !== null) found.files.push({ name: file.name, data: file });
  }
  return found;
}

/** The files of a folder that was picked; the browser has opened it already. */
export function pickedFiles(picked: readonly File[]): FoundFiles {
  const found = nothingFound();
  for (const file of picked) {
    const path = file.webkitRelativePath || file.name;
    if (isSystemFile(path) && path !== file.name) found.rest.leftOut.push(path);
    else found.files.push({ name: path, data: file });
  }
  return found;
}

async function openFolder(folder: FileSystemDirectoryEntry, path: string, depth: number, found: Finds): Promise<void> {
  if (depth > maxDepth) {
    found.rest.unread.push(path);
    return;
  }
  const children = await childrenOf(folder).catch(() => null);
  if (children === null) {
    found.rest.unread.push(path);
    return;
  }
  for (const child of children) {
    const childPath = `${path}/${child.name}`;
    // Of a folder of a system's or a program's, such as `.git`, only the folder is told.
    if (isSystemFile(child.name)) found.rest.leftOut.push(childPath);
    else if (isDirectory(child)) await openFolder(child, childPath, depth + 1, found);
    else if (isFile(child)) {
      const file = await fileOf(child).catch(() => null);
      if (file === null) found.rest.unread.push(childPath);
      else found.files.push({ name: childPath, data: file });
    }
  }
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  // A reader gives at most 100 entries a call, and an empty list when there are no more.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

const countOf = ({ files, rest }: Finds): number => files.length + rest.leftOut.length + rest.unread.length;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
