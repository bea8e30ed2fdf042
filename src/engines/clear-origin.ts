import { Dexie } from 'dexie';

/**
 * Deletes every database, file and cache of this origin, also those that libraries made.
 * Web storage (`localStorage`) exists on pages only: whoever calls from a page clears that.
 */
export async function clearOrigin(): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) if (name) await Dexie.delete(name);
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
  const root = await globalThis.navigator?.storage?.getDirectory?.().catch(() => null);
  if (!root) return;
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
}
