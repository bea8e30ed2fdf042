/** An index as stored parts: one per segment and per pack of vectors, and a small manifest that names them. */
import type { DocumentId } from '../../domain/document.ts';
import { WinnowError } from '../../domain/errors.ts';
import { type BinaryFile, checksumText, codesOf, decodeBinaryFile, encodeBinaryFile, textOf } from './binary-file.ts';
import { createSegment, type Segment, type SegmentDocument } from './segment.ts';
import type { VectorBlock } from './vector-store.ts';

/** Parts never change: the name holds a checksum of the content, so that a name seen before need not be written again. */
export type IndexPart = { readonly name: string; readonly bytes: ArrayBuffer };

export type Manifest = {
  readonly fingerprint: string;
  /** Names of parts, in row order. */
  readonly segments: readonly string[];
  /** Names of parts. */
  readonly vectors: readonly string[];
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

/** @param segment with nothing removed: what was must not be stored */
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

type PackedDocument = { readonly documentId: DocumentId; readonly passageCount: number };

export function encodeVectors(blocks: readonly VectorBlock[]): IndexPart {
  const documents = blocks.map(({ documentId, slots }): PackedDocument => ({ documentId, passageCount: slots.length }));
  const passageCount = documents.reduce((sum, document) => sum + document.passageCount, 0);
  const present = new Uint8Array(passageCount);
  const vectors = new Float32Array(blocks.reduce((sum, block) => sum + block.vectors.length, 0));
  let row = 0;
  let place = 0;
  for (const block of blocks) {
    for (const slot of block.slots) present[row++] = slot >= 0 ? 1 : 0;
    vectors.set(block.vectors, place);
    place += block.vectors.length;
  }
  const bytes = encodeBinaryFile(documents, { present, vectors });
  return { name: `vectors-${checksumText(bytes)}-${passageCount}`, bytes };
}

type DecodedVectors = PackedDocument & {
  /** [passageCount] 1 where the passage has a vector. */
  readonly present: Uint8Array;
  /** [passageCount × dimension] */
  readonly vectors: Float32Array;
};

export function decodeVectors(name: string, bytes: ArrayBuffer, dimension: number): readonly DecodedVectors[] {
  const file = decodePart(name, bytes);
  const present = file.u8('present');
  const vectors = file.f32('vectors');
  let row = 0;
  // SAFETY: the checksum was compared; encodeVectors wrote it in this format version.
  return (file.data as readonly PackedDocument[]).map((document) => {
    const start = row;
    row += document.passageCount;
    return {
      ...document,
      present: present.subarray(start, row),
      vectors: vectors.subarray(start * dimension, row * dimension),
    };
  });
}

function decodePart(name: string, bytes: ArrayBuffer): BinaryFile {
  const file = decodeBinaryFile(name, bytes);
  if (name.split('-')[1] !== checksumText(bytes)) {
    const message = `Index part ${name} holds another part's content. Build the index again.`;
    throw new WinnowError('index-mismatch', message, { part: name });
  }
  return file;
}
