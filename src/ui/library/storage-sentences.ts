import type { StorageState } from '../../core/domain/services.ts';
import type { TightRoom } from '../../state/transfer-store.ts';
import { formatBytes, formatPlural } from '../format.ts';

/** `12 MB of the 2.1 GB that the browser allows, models included`. */
export function usedSentence({ medium, usedBytes, quotaBytes }: StorageState): string {
  if (medium === 'memory') return `${formatBytes(usedBytes)} in memory`;
  if (quotaBytes === null) return `${formatBytes(usedBytes)} in this browser, models included`;
  return `${formatBytes(usedBytes)} of the ${formatBytes(quotaBytes)} that the browser allows, models included`;
}

/** How long what is stored stays, as far as the browser has said; and what to do where that is not for good. */
export function keepSentence({ medium, persisted }: StorageState): string {
  if (medium === 'memory') {
    return 'Kept until the page is closed: this browser stores nothing for Winnow, as in some private windows. Export the library to keep it.';
  }
  if (persisted) return 'The browser has promised to keep it until you delete it.';
  return 'The browser may delete it when the disk fills up, or after weeks without a visit. Export the library to have a copy.';
}

/** Before files are added that may not fit. */
export function tightSentence({ fileCount, leastBytes, mostBytes, freeBytes }: TightRoom): string {
  const files = fileCount === 1 ? 'This file' : `These ${formatPlural(fileCount, 'file')}`;
  const needs = fileCount === 1 ? 'it needs' : 'they need';
  return `${files} may not fit: ${needs} between ${formatBytes(leastBytes)} and ${formatBytes(mostBytes)}, by how much text is inside, and ${formatBytes(freeBytes)} are free. Each file is added whole or not at all.`;
}
