import { WinnowError } from '../core/domain/errors.ts';
import type { UnpackReason } from '../core/domain/unpacked.ts';

/**
 * Bytes `start`..`end` of a file, fewer at its end.
 * @throws WinnowError `document-damaged` when the disk does not give them: a folder, a file that was moved or changed since
 */
export async function blobBytes(
  file: { readonly name: string; readonly data: Blob },
  start: number,
  end: number,
): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.data.slice(start, end).arrayBuffer());
  } catch (cause) {
    throw new WinnowError(
      'document-damaged',
      `“${file.name}” could not be read from the disk. Check that it is a file, still there, and that you may open it.`,
      { name: file.name, reason: 'disk' satisfies UnpackReason },
      cause,
    );
  }
}
