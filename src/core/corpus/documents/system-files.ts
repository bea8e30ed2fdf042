/** Files that systems and programs leave beside the person's own, by name in lower case. */
const systemNames: ReadonlySet<string> = new Set(['__macosx', 'thumbs.db', 'desktop.ini', 'icon\r', '$recycle.bin']);

/**
 * True for what holds nothing of the person's: hidden files (`.DS_Store`, `._a.pdf`, `.git/…`), resource forks of an archive
 * made on a Mac (`__MACOSX/…`), Office's lock files (`~$lease.docx`), thumbnails.
 * @param path with `/` between its folders; a folder's mark counts for all in it
 */
export function isSystemFile(path: string): boolean {
  return path
    .split('/')
    .some((part) => part.startsWith('.') || part.startsWith('~$') || systemNames.has(part.toLowerCase()));
}
