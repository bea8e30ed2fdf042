// How much an import takes of what the browser allows, said before anything is written rather than in the middle.
import { WinnowError } from './errors.ts';

export type StorageRoom = {
  readonly usedBytes: number;
  /** Null where the browser does not say. */
  readonly quotaBytes: number | null;
};

/** Rough cost of a passage as a row, beside its text: ids, spans, index entries. */
const passageRowBytes = 400;
/** A passage has 100–150 words. Fewer make more passages of a text, each with its row and its vector. */
const passageChars = 700;
/** 384 numbers of four bytes. */
const vectorBytes = 1536;

/** What the store takes for a document at once; vectors and index follow. */
export function documentBytes(originalBytes: number, textChars: number, passageCount: number): number {
  return originalBytes + 2 * textChars + passageCount * passageRowBytes;
}

/**
 * What a file will take that nobody has opened yet: at least its own bytes, which are kept; at most what plain text of
 * that length takes, with passages and vectors. Pictures of a PDF or a presentation have neither.
 */
export function expectedBytes(originalBytes: number): { readonly least: number; readonly most: number } {
  const passageCount = Math.ceil(originalBytes / passageChars);
  const most = documentBytes(originalBytes, originalBytes, passageCount) + passageCount * vectorBytes;
  return { least: originalBytes, most };
}

/** Infinity where the browser does not say. */
export function freeBytes({ usedBytes, quotaBytes }: StorageRoom): number {
  return quotaBytes === null ? Number.POSITIVE_INFINITY : Math.max(0, quotaBytes - usedBytes);
}

/** @param doing completes "not enough storage to …" */
export function notEnoughRoom(doing: string, neededBytes: number, room: StorageRoom, cause?: unknown): WinnowError {
  const free = freeBytes(room);
  // Chromium reports a quota of its own making, 10 GiB above what is used; then the disk is what is full.
  const left =
    free < neededBytes
      ? `${megabytes(free)} of the ${megabytes(room.quotaBytes ?? 0)} that the browser allows are free`
      : `${megabytes(room.usedBytes)} are in use and the browser gives no more`;
  return new WinnowError(
    'storage-full',
    `There is not enough storage to ${doing}: about ${megabytes(neededBytes)} are needed; ${left}. Nothing was changed. Remove documents from the library or free space on the disk, then try again.`,
    { neededBytes, usedBytes: room.usedBytes, ...(room.quotaBytes === null ? {} : { quotaBytes: room.quotaBytes }) },
    cause,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
