import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import { notEnoughRoom, type StorageRoom } from '../core/domain/storage-room.ts';

/**
 * What to throw for a fault of the browser's storage.
 * @param doing completes "not enough storage to …"
 */
export async function storageError(
  error: unknown,
  doing: string,
  neededBytes: number,
  estimate: () => Promise<StorageRoom>,
): Promise<Error> {
  const links = linksOf(error);
  // Not `isCancelled`: Dexie too calls its aborted transactions AbortError.
  const own = links.find((link) => link instanceof WinnowError || link instanceof Cancelled);
  if (own) return own;
  if (!links.some(isFull)) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new WinnowError(
      'storage-failed',
      `The browser's storage failed to ${doing} (${reason}). Nothing was changed. Try again, or reload the page.`,
      { reason },
      error,
    );
  }
  return notEnoughRoom(doing, neededBytes, await estimate(), error);
}

/** Chromium ends a file's stream of bytes when the room runs out in the middle of them, and says no more than that. */
function isFull({ name, message }: Error): boolean {
  return name === 'QuotaExceededError' || (name === 'AbortError' && message.includes('write data to data pipe'));
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
