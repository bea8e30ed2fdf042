import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packOf, planPacks, type VectorPack } from './vector-packs.ts';
import type { VectorBlock } from './vector-store.ts';

const block = (passageCount: number, documentId = ''): VectorBlock => ({
  documentId,
  vectors: new Float32Array(0),
  slots: new Int32Array(passageCount),
  revision: 1,
});

/** Saves; returns how many passages were written. */
function save(blocks: readonly VectorBlock[], packs: VectorPack[]): number {
  const { kept, added } = planPacks(blocks, packs);
  packs.splice(0, packs.length, ...kept, ...added.map((group) => packOf('', group)));
  return added.flat().reduce((sum, { slots }) => sum + slots.length, 0);
}

it('documents added one by one share packs, and writing them costs a few times their size', () => {
  const packs: VectorPack[] = [];
  const blocks: VectorBlock[] = [];
  let written = 0;
  for (let n = 0; n < 300; n++) {
    blocks.push(block(100));
    written += save(blocks, packs);
  }
  expect(packs.length).toBeLessThanOrEqual(Math.ceil(30_000 / 2048) + 1);
  // By arithmetic: a pack is written at each save until it is half full, 20 saves of 1,050 passages on average.
  expect(written).toBeLessThan(300 * 1200);
  expect(save(blocks, packs)).toBe(0);
});

it('a changed and a removed document cost their own packs and no others', () => {
  const packs: VectorPack[] = [];
  const blocks = Array.from({ length: 100 }, () => block(1000));
  save(blocks, packs);
  const [first] = blocks;
  if (first) first.revision++;
  expect(save(blocks, packs)).toBe(5000);
  blocks.splice(50, 1);
  expect(save(blocks, packs)).toBe(4000);
});

it('every block is in exactly one pack, as it is now, after any changes', () => {
  const step = fc.record({ add: fc.nat(5000), change: fc.nat(9), remove: fc.nat(19) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const packs: VectorPack[] = [];
      const blocks: VectorBlock[] = [];
      for (const { add, change, remove } of steps) {
        blocks.push(block(add));
        const changed = blocks[change];
        if (changed) changed.revision++;
        blocks.splice(remove, 1);
        save(blocks, packs);
        const members = packs.flatMap((pack) => [...pack.members]);
        expect(members).toHaveLength(blocks.length);
        expect(new Map(members)).toEqual(new Map(blocks.map((each) => [each, each.revision])));
      }
    }),
  );
});
