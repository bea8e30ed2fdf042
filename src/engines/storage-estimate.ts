import type { StorageRoom } from '../core/domain/storage-room.ts';

/** What this origin uses of what the browser allows it. */
export async function storageEstimate(): Promise<StorageRoom> {
  const { usage, quota } = (await globalThis.navigator?.storage?.estimate?.()) ?? {};
  return { usedBytes: usage ?? 0, quotaBytes: quota ?? null };
}
