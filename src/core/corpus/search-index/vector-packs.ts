/** Vectors of several documents stored as one part: a part for each document would be a thousand files to open. */
import type { VectorBlock } from './vector-store.ts';

export type VectorPack = {
  /** Of the part. */
  readonly name: string;
  /** The vectors in it, each with the revision that was stored. */
  readonly members: ReadonlyMap<VectorBlock, number>;
};

/**
 * Passages from which on a pack is full, 6 MB at 384 numbers each. Raising it makes fewer files to open, and more to write
 * again after a change in one.
 */
const fullPackPassages = 4096;

/**
 * Which packs still hold exactly what is in memory, and which vectors need a new one, pack by pack. Packs that are less
 * than half full are packed again with what is new, so that documents added one by one do not make a pack each.
 */
export function planPacks(
  blocks: Iterable<VectorBlock>,
  packs: readonly VectorPack[],
): { readonly kept: readonly VectorPack[]; readonly added: readonly (readonly VectorBlock[])[] } {
  const current = new Set(blocks);
  const exact = packs.filter(({ members }) =>
    Array.from(members).every(([block, revision]) => current.has(block) && block.revision === revision),
  );
  const hasNew = exact.reduce((sum, { members }) => sum + members.size, 0) < current.size;
  const kept = hasNew ? exact.filter(({ members }) => passageCountOf(members.keys()) * 2 >= fullPackPassages) : exact;
  for (const { members } of kept) for (const block of members.keys()) current.delete(block);

  const added: VectorBlock[][] = [];
  let openPassages = fullPackPassages;
  for (const block of current) {
    if (openPassages >= fullPackPassages) {
      added.push([]);
      openPassages = 0;
    }
    added.at(-1)?.push(block);
    openPassages += block.slots.length;
  }
  return { kept, added };
}

export function packOf(name: string, blocks: readonly VectorBlock[]): VectorPack {
  return { name, members: new Map(blocks.map((block) => [block, block.revision])) };
}

function passageCountOf(blocks: Iterable<VectorBlock>): number {
  let count = 0;
  for (const { slots } of blocks) count += slots.length;
  return count;
}
