// Documents and questions as a store keeps them, for tests of exported libraries.
import type { Block, Document } from '../domain/document.ts';
import type { Trace } from '../domain/events.ts';
import type { NewDocument, VectorRun } from '../domain/store.ts';
import { splitByBlock } from './library-fixture.ts';

export type DocumentSketch = {
  /** The file's bytes; null for one that was lost. */
  readonly original: ArrayBuffer | null;
  /** Hash of the file's bytes. */
  readonly id: string;
  readonly name: string;
  /** A block and a passage each; none is blank. */
  readonly paragraphs: readonly string[];
  readonly addedAtMs: number;
  /** Passages that have vectors already, in runs of two; none of 0. */
  readonly embeddedCount: number;
  readonly embedderHash?: string;
};

const dimension = 3;

export function storedDocument(sketch: DocumentSketch): NewDocument {
  const { original, id, name, paragraphs, addedAtMs, embedderHash = 'letters-1' } = sketch;
  const text = paragraphs.join('\n\n');
  let start = 0;
  const blocks = paragraphs.map((paragraph, position): Block => {
    const span = { start, end: start + paragraph.length };
    start = span.end + 2;
    return position === 0 ? { kind: 'heading', span, level: 1 } : { kind: 'paragraph', span, level: 0 };
  });
  const document: Document = {
    id,
    name,
    title: paragraphs[0] ?? null,
    mediaType: 'text/plain',
    text,
    blocks,
    pages: [{ number: 1, span: { start: 0, end: text.length } }],
    warnings: [{ code: 'part-not-read', message: 'A picture was not read.', page: 1 }],
    byteLength: original?.byteLength ?? 7,
    addedAtMs,
  };
  const runs: VectorRun[] = [];
  for (let firstOrdinal = 0; firstOrdinal < sketch.embeddedCount; firstOrdinal += 2) {
    const count = Math.min(2, sketch.embeddedCount - firstOrdinal);
    const vectors = Float32Array.from({ length: count * dimension }, (_, at) => (firstOrdinal + at + 1) / 7);
    runs.push({ documentId: id, firstOrdinal, count, vectors });
  }
  const added = { document, passages: splitByBlock(document), original, chunkingId: 'block-1' };
  return runs.length > 0 ? { ...added, vectors: { embedderHash, runs } } : added;
}

/** A question that found nothing. */
export function storedTrace(id: string, startedAtMs: number, question = 'Why?'): Trace {
  const model = { modelId: 'none', engine: 'scripted', contextTokens: 1, promptVersion: '1' };
  const started = { type: 'started', question, strategy: { id: 'identity', k: 1 }, model };
  const pool = { candidates: [], passageCount: 0, queryTerms: [], stages: [] };
  const events = [started, { type: 'candidates', pool, elapsedMs: 0.25 }, { type: 'cancelled', stage: 'selection' }];
  // SAFETY: the model's description is shorter than a real one; nothing here reads it.
  return { version: 1, id, startedAtMs, fingerprint: 'test', events: events as unknown as Trace['events'] };
}
