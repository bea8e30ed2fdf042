import { Cancelled, WinnowError } from '../core/domain/errors.ts';

export type StorageEstimate = { readonly usedBytes: number; readonly quotaBytes: number | null };

/**
 * What to throw for a fault of the browser's storage.
 * @param doing completes "not enough storage to …"
 */
export async function storageError(
  error: unknown,
  doing: string,
  neededBytes: number,
  estimate: () => Promise<StorageEstimate>,
): Promise<Error> {
  const links = linksOf(error);
  // Not `isCancelled`: Dexie too calls its aborted transactions AbortError.
  const own = links.find((link) => link instanceof WinnowError || link instanceof Cancelled);
  if (own) return own;
  if (!links.some((link) => link.name === 'QuotaExceededError')) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new WinnowError(
      'storage-failed',
      `The browser's storage failed to ${doing} (${reason}). Nothing was changed. Try again, or reload the page.`,
      { reason },
      error,
    );
  }
  const { usedBytes, quotaBytes } = await estimate();
  const freeBytes = quotaBytes === null ? Infinity : quotaBytes - usedBytes;
  // Chromium reports a quota of its own making, 10 GiB above what is used; then the disk is what is full.
  const room =
    freeBytes < neededBytes
      ? `${megabytes(Math.max(0, freeBytes))} of the ${megabytes(quotaBytes ?? 0)} that the browser allows are free`
      : `${megabytes(usedBytes)} are in use and the browser gives no more`;
  return new WinnowError(
    'storage-full',
    `There is not enough storage to ${doing}: about ${megabytes(neededBytes)} are needed; ${room}. Nothing was changed. Remove documents from the library or free space on the disk, then try again.`,
    { neededBytes, usedBytes, ...(quotaBytes === null ? {} : { quotaBytes }) },
    error,
  );
}

/** The error and what it wraps: Dexie wraps by name, the platform's errors and ours alike. */
function linksOf(error: unknown): readonly Error[] {
  const links: Error[] = [];
  let link = error;
  while (link instanceof Error && links.length < 5) {
    links.push(link);
    link = 'inner' in link ? link.inner : link.cause;
  }
  return links;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
