import type { SaveTarget } from '../../core/domain/library-file.ts';
import type { FileData } from '../../core/domain/unpacked.ts';

/** Only Chromium has it, and only on secure pages of their own. */
type FilePicker = {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly description: string; readonly accept: Readonly<Record<string, string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
};

/** `winnow-library-2026-12-01.zip`. */
export function libraryFileName(nowMs: number): string {
  return `winnow-library-${new Date(nowMs).toISOString().slice(0, 10)}.zip`;
}

/**
 * The file that the person chose to save to; null where the browser has no such dialog, and the file is downloaded once it
 * is made; `none` when the person closed the dialog. Call it inside the click: browsers allow no dialog later.
 */
export async function chooseSaveTarget(suggestedName: string): Promise<SaveTarget | null | 'none'> {
  // SAFETY: TypeScript's library does not know the member; it is only called where it is there.
  const { showSaveFilePicker } = window as Window & FilePicker;
  if (!showSaveFilePicker) return null;
  const types = [{ description: 'Winnow library', accept: { 'application/zip': ['.zip'] } }];
  try {
    return await showSaveFilePicker.call(window, { suggestedName, types });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'none';
    // Refused, as in a frame of another page: then as where there is no dialog.
    return null;
  }
}

/** Hands a finished file to the person. */
export function downloadLibrary(fileName: string, file: FileData): void {
  if (!(file instanceof Blob)) return;
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  // Some browsers read a large file for a while after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
