/**
 * Passage vectors: exact in 32 bits, and int8 in one flat store that the scan reads. A vector v is kept as
 * round(v / scale) with its own scale = max |v| / 127. The flat store has no holes: a removed vector's slot is taken by
 * the last one.
 */
import type { DocumentId } from '../../domain/document.ts';
import type { DocumentScope } from './row-ranges.ts';
import { createTopHits } from './top-hits.ts';
import type { VectorScan } from './vector-scan.ts';

/** A document's vectors. A passage without a vector yet has slot −1. */
export type VectorBlock = {
  readonly documentId: DocumentId;
  /** [passageCount × dimension] */
  readonly vectors: Float32Array;
  /** [passageCount] Place in the flat store. Changes. */
  readonly slots: Int32Array;
  /** Counts the changes of `vectors`. Changes. */
  revision: number;
};

export type VectorHit = { readonly documentId: DocumentId; readonly ordinal: number; readonly score: number };

export type VectorStore = {
  readonly count: () => number;
  readonly block: (documentId: DocumentId) => VectorBlock | undefined;
  readonly blocks: () => Iterable<VectorBlock>;
  /**
   * Sets the vectors of passages firstOrdinal, firstOrdinal + 1, …; a vector that was there is replaced. The numbers
   * are copied.
   */
  readonly set: (documentId: DocumentId, passageCount: number, firstOrdinal: number, vectors: Float32Array) => void;
  readonly remove: (documentId: DocumentId) => void;
  /** Highest dot products first. Those of the best int8 candidates are computed again in full. */
  readonly search: (query: Float32Array, limit: number, scope?: DocumentScope) => VectorHit[];
  readonly exactBytes: () => number;
  readonly scanBytes: () => number;
  readonly scanKind: VectorScan['kind'];
};

/** Candidates that are scored again, per hit wanted and at least. Lowering them loses hits to rounding. */
const rescoreFactor = 4;
const rescoreMinimum = 100;

export function createVectorStore(dimension: number, scan: VectorScan): VectorStore {
  const blocks = new Map<DocumentId, VectorBlock>();
  // Owner of each slot, and the slot's scale.
  const owners: VectorBlock[] = [];
  const ordinals: number[] = [];
  let scales = new Float32Array(0);

  const quantiseInto = (slot: number, vector: Float32Array): void => {
    const start = slot * scan.stride;
    scales[slot] = quantise(vector, scan.rows().subarray(start, start + dimension));
  };

  const append = (block: VectorBlock, ordinal: number): number => {
    const slot = owners.length;
    scan.reserve(slot + 1);
    if (slot >= scales.length) {
      const larger = new Float32Array(Math.max(64, scales.length * 2));
      larger.set(scales);
      scales = larger;
    }
    owners.push(block);
    ordinals.push(ordinal);
    block.slots[ordinal] = slot;
    return slot;
  };

  const release = (slot: number): void => {
    const lastOwner = owners.pop();
    const lastOrdinal = ordinals.pop();
    const last = owners.length;
    if (lastOwner === undefined || lastOrdinal === undefined || slot === last) return;
    const { stride } = scan;
    scan.rows().copyWithin(slot * stride, last * stride, (last + 1) * stride);
    scales[slot] = scales[last] ?? 0;
    owners[slot] = lastOwner;
    ordinals[slot] = lastOrdinal;
    lastOwner.slots[lastOrdinal] = slot;
  };

  return {
    count: () => owners.length,
    block: (documentId) => blocks.get(documentId),
    blocks: () => blocks.values(),
    set: (documentId, passageCount, firstOrdinal, vectors) => {
      let block = blocks.get(documentId);
      if (!block) {
        block = {
          documentId,
          vectors: new Float32Array(passageCount * dimension),
          slots: new Int32Array(passageCount).fill(-1),
          revision: 0,
        };
        blocks.set(documentId, block);
      }
      block.vectors.set(vectors, firstOrdinal * dimension);
      block.revision++;
      for (let i = 0; i < vectors.length / dimension; i++) {
        const ordinal = firstOrdinal + i;
        const known = block.slots[ordinal] ?? -1;
        const slot = known >= 0 ? known : append(block, ordinal);
        quantiseInto(slot, vectors.subarray(i * dimension, (i + 1) * dimension));
      }
    },
    remove: (documentId) => {
      const block = blocks.get(documentId);
      if (!block) return;
      // Releasing may move another vector of the same block: its slot is read only when its turn comes.
      for (let ordinal = 0; ordinal < block.slots.length; ordinal++) {
        const slot = block.slots[ordinal] ?? -1;
        if (slot >= 0) release(slot);
        block.slots[ordinal] = -1;
      }
      blocks.delete(documentId);
    },
    search: (query, limit, scope = null) => {
      const count = owners.length;
      if (limit === 0 || count === 0) return [];
      const quantised = new Int8Array(dimension);
      quantise(query, quantised);
      const top = createTopHits(Math.min(count, Math.max(rescoreMinimum, rescoreFactor * limit)));
      let threshold = top.threshold();
      scan.scan(quantised, count, (firstSlot, dots) => {
        for (let i = 0; i < dots.length; i++) {
          const score = (dots[i] ?? 0) * (scales[firstSlot + i] ?? 0);
          if (score <= threshold) continue;
          // Before the heap, so that what is outside takes no place in it.
          if (scope !== null && !scope.has(owners[firstSlot + i]?.documentId ?? '')) continue;
          top.offer(firstSlot + i, score);
          threshold = top.threshold();
        }
      });
      const hits = top.take().flatMap(({ row: slot }) => {
        const owner = owners[slot];
        const ordinal = ordinals[slot] ?? 0;
        if (!owner) return [];
        return [{ documentId: owner.documentId, ordinal, score: dot(query, owner.vectors, ordinal * dimension) }];
      });
      return hits.sort(byScore).slice(0, limit);
    },
    exactBytes: () => [...blocks.values()].reduce((sum, block) => sum + block.vectors.byteLength, 0),
    scanBytes: scan.byteLength,
    scanKind: scan.kind,
  };
}

/** Writes round(vector / scale), within ±127, and returns the scale. */
function quantise(vector: Float32Array, into: Int8Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] ?? 0));
  const factor = largest === 0 ? 0 : 127 / largest;
  for (let i = 0; i < vector.length; i++) into[i] = Math.round((vector[i] ?? 0) * factor);
  return largest / 127;
}

function dot(query: Float32Array, vectors: Float32Array, start: number): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (query[i] ?? 0) * (vectors[start + i] ?? 0);
  return sum;
}

/** Best first; of equal ones, such as two copies of a passage, always in the same order, whatever was added when. */
function byScore(a: VectorHit, b: VectorHit): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.ordinal - b.ordinal;
}
