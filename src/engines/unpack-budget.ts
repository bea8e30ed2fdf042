import { type ErrorDetails, WinnowError } from '../core/domain/errors.ts';
import type { UnpackReason } from '../core/domain/unpacked.ts';

const mebibyte = 1024 * 1024;
/** Of all files in a file together, in archives within archives too. */
const maxUnpackedFiles = 20_000;
/** Of them together, unpacked. Browsers keep a few gigabytes at most. */
const maxUnpackedBytes = 4096 * mebibyte;

/** What may still come out of the file that the person added. */
export type UnpackBudget = {
  /** @throws WinnowError `document-too-large` for the file that goes over it; nothing is taken then */
  readonly take: (name: string, byteLength: number) => void;
};

export function createUnpackBudget(): UnpackBudget {
  let files = maxUnpackedFiles;
  let bytes = maxUnpackedBytes;
  return {
    take: (name, byteLength) => {
      if (files === 0) {
        const reason = 'too-many-files' satisfies UnpackReason;
        throw overBudget(name, `${maxUnpackedFiles} files`, { maxFileCount: maxUnpackedFiles, reason });
      }
      if (byteLength > bytes) {
        const reason = 'too-many-bytes' satisfies UnpackReason;
        throw overBudget(name, `${maxUnpackedBytes / mebibyte} MB`, { maxTotalBytes: maxUnpackedBytes, reason });
      }
      files--;
      bytes -= byteLength;
    },
  };
}

function overBudget(name: string, limit: string, details: ErrorDetails): WinnowError {
  return new WinnowError(
    'document-too-large',
    `“${name}” was not unpacked: with it, more than ${limit} would come out of what was added. Unpack it yourself, and add it in parts.`,
    { name, ...details },
  );
}
