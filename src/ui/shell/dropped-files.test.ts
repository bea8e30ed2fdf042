import { describe, expect, it } from 'vitest';
import { droppedFiles, pickedFiles } from './dropped-files.ts';

type Tree = { readonly [name: string]: Tree | 'file' | 'locked' };

/** A folder as browsers give it: at most 100 entries a call. */
function folderEntry(name: string, tree: Tree): FileSystemEntry {
  const children = Object.entries(tree).map(([child, value]) =>
    typeof value === 'string' ? fileEntry(child, value === 'locked') : folderEntry(child, value),
  );
  const createReader = () => {
    let at = 0;
    return {
      readEntries: (resolve: (entries: readonly FileSystemEntry[]) => void, reject: (error: unknown) => void) => {
        if (name === 'forbidden') return reject(new DOMException('no', 'NotReadableError'));
        at += 100;
        resolve(children.slice(at - 100, at));
      },
    };
  };
  // SAFETY: the part of the interface that is looked at.
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function fileEntry(name: string, isLocked = false): FileSystemEntry {
  const file = (resolve: (file: File) => void, reject: (error: unknown) => void) =>
    isLocked ? reject(new DOMException('no', 'NotFoundError')) : resolve(new File(['x'], name));
  // SAFETY: the part of the interface that is looked at.
  return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
}

function drop(...entries: readonly FileSystemEntry[]): Promise<Awaited<ReturnType<typeof droppedFiles>>> {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => new File(['x'], entry.name),
  }));
  // SAFETY: the part of the interface that is looked at.
  return droppedFiles({ items } as unknown as DataTransfer);
}

describe('droppedFiles', () => {
  it('opens folders down to their files and names each by its path', async () => {
    const { files, rest } = await drop(
      folderEntry('letters', { 'a.txt': 'file', '2026': { 'a.txt': 'file', deep: { 'b.txt': 'file' } } }),
      fileEntry('.notes.txt'),
    );
    expect(files.map(({ name }) => name)).toEqual([
      'letters/2026/a.txt',
      'letters/2026/deep/b.txt',
      'letters/a.txt',
      '.notes.txt',
    ]);
    expect(rest).toEqual({ leftOut: [], unread: [], empty: [] });
  });

  it('reads folders of thousands of files', async () => {
    const tree = Object.fromEntries(Array.from({ length: 3456 }, (_, n) => [`f${n}.txt`, 'file' as const]));
    expect((await drop(folderEntry('many', tree))).files).toHaveLength(3456);
  });

  it('tells what it leaves out, what the disk does not give, and what is empty', async () => {
    const { files, rest } = await drop(
      folderEntry('a', { '.DS_Store': 'file', '.git': { config: 'file' }, '~$b.docx': 'file', 'b.docx': 'file' }),
      folderEntry('c', { forbidden: {}, 'gone.txt': 'locked' }),
      folderEntry('none', { also: {} }),
    );
    expect(files.map(({ name }) => name)).toEqual(['a/b.docx']);
    expect(rest).toEqual({
      leftOut: ['a/.DS_Store', 'a/.git', 'a/~$b.docx'],
      unread: ['c/forbidden', 'c/gone.txt'],
      empty: ['none'],
    });
  });

  it('ends in a folder that holds itself', async () => {
    let tree: Tree = { 'a.txt': 'file' };
    for (let depth = 0; depth < 100; depth++) tree = { self: tree };
    const { files, rest } = await drop(folderEntry('self', tree));
    expect(files).toEqual([]);
    expect(rest.unread).toHaveLength(1);
  });
});

it('pickedFiles names files by their path in the folder, and leaves out those of systems', () => {
  const file = (path: string): File =>
    Object.assign(new File(['x'], path.split('/').at(-1) ?? ''), { webkitRelativePath: path });
  const { files, rest } = pickedFiles([file('a/b/c.txt'), file('a/.DS_Store'), file('a/.git/config'), file('')]);
  expect(files.map(({ name }) => name)).toEqual(['a/b/c.txt', '']);
  expect(rest.leftOut).toEqual(['a/.DS_Store', 'a/.git/config']);
});
