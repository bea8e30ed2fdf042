/** An index as stored parts: one per segment and per document's vectors, and a small manifest that names them. */
import type { DocumentId } from '../../domain/document.ts';
import { WinnowError } from '../../domain/errors.ts';
import { type BinaryFile, checksumText, codesOf, decodeBinaryFile, encodeBinaryFile, textOf } from './binary-file.ts';
import { createSegment, isRemoved, type Segment, type SegmentDocument } from './segment.ts';
import type { VectorBlock } from './vector-store.ts';

/** Parts never change: the name holds a checksum of the content, so that a name seen before need not be written again. */
export type IndexPart = { readonly name: string; readonly bytes: ArrayBuffer };

export type Manifest = {
  readonly fingerprint: string;
  /** In row order. `removed` lists positions in the segment's documents. */
  readonly segments: readonly { readonly part: string; readonly removed: readonly number[] }[];
  readonly vectors: readonly { readonly part: string; readonly documentId: DocumentId }[];
};

export function encodeManifest(manifest: Manifest): ArrayBuffer {
  return encodeBinaryFile(manifest, {});
}

/** @throws WinnowError `index-mismatch` when it is damaged or something else shaped that index */
export function decodeManifest(bytes: ArrayBuffer, fingerprint: string): Manifest {
  // SAFETY: the checksum was compared; encodeManifest wrote it in this format version.
  const manifest = decodeBinaryFile('manifest', bytes).data as Manifest;
  if (manifest.fingerprint !== fingerprint) {
    const message = `The stored index was made by ${manifest.fingerprint}, not by ${fingerprint}. Build it again.`;
    throw new WinnowError('index-mismatch', message, { stored: manifest.fingerprint, expected: fingerprint });
  }
  return manifest;
}

export function encodeSegment(segment: Segment): IndexPart {
  const bytes = encodeBinaryFile(segment.documents, {
    lengths: segment.lengths,
    offsets: segment.offsets,
    rows: segment.rows,
    counts: segment.counts,
    // In order of their numbers, which is the map's order.
    terms: codesOf([...segment.terms.keys()].join('\n')),
  });
  return { name: `segment-${checksumText(bytes)}-${segment.lengths.length}`, bytes };
}

export function decodeSegment(name: string, bytes: ArrayBuffer): Segment {
  const file = decodePart(name, bytes);
  const text = textOf(file.u16('terms'));
  const terms = new Map<string, number>();
  if (text !== '') for (const term of text.split('\n')) terms.set(term, terms.size);
  const postings = { terms, offsets: file.u32('offsets'), rows: file.u32('rows'), counts: file.u8('counts') };
  // SAFETY: the checksum was compared; encodeSegment wrote it in this format version.
  return createSegment(file.data as readonly SegmentDocument[], file.u32('lengths'), postings);
}

/** Positions of a segment's removed documents. */
export function removedPositions(segment: Segment): number[] {
  return segment.documents.flatMap((document, position) => (isRemoved(segment, document) ? [position] : []));
}

export function encodeVectors(block: VectorBlock): IndexPart {
  const present = Uint8Array.from(block.slots, (slot) => (slot >= 0 ? 1 : 0));
  const bytes = encodeBinaryFile(block.documentId, { present, vectors: block.vectors });
  return { name: `vectors-${checksumText(bytes)}-${block.slots.length}`, bytes };
}

/** `present[ordinal]` is 1 where the passage has a vector. */
export function decodeVectors(
  name: string,
  bytes: ArrayBuffer,
): { readonly present: Uint8Array; readonly vectors: Float32Array } {
  const file = decodePart(name, bytes);
  return { present: file.u8('present'), vectors: file.f32('vectors') };
}

function decodePart(name: string, bytes: ArrayBuffer): BinaryFile {
  const file = decodeBinaryFile(name, bytes);
  if (name.split('-')[1] !== checksumText(bytes)) {
    const message = `Index part ${name} holds another part's content. Build the index again.`;
    throw new WinnowError('index-mismatch', message, { part: name });
  }
  return file;
}
