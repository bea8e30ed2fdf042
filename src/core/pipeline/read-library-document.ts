import { checkParsedDocument } from '../corpus/documents/check-parsed-document.ts';
import type { CancelSignal } from '../domain/cancel.ts';
import type { Block, Document, DocumentId, DocumentWarning, Page } from '../domain/document.ts';
import { WinnowError } from '../domain/errors.ts';
import { type DocumentMember, documentPath } from '../domain/library-file.ts';
import type { Passage } from '../domain/passage.ts';
import type { NewDocument } from '../domain/store.ts';
import { areTags } from '../domain/tags.ts';
import { type Fields, isCount, isFields, isSpan, isTextOrNull, jsonLinesOf, jsonOf } from './json-shape.ts';
import { damagedMember } from './library-file-errors.ts';
import type { LibraryFile } from './open-library-file.ts';

/** Vectors that the store takes as one row. */
const vectorsPerRun = 256;
const blockKinds: readonly unknown[] = ['heading', 'paragraph', 'list-item', 'table-row', 'code', 'quote'];

/**
 * One document of a library's file, as it can be stored. All that later stages rely on was checked: whoever wrote the
 * file may have been anyone. Fields that this version does not know are kept.
 * @throws WinnowError `library-file-damaged` naming the member; Cancelled
 */
export async function readLibraryDocument(
  file: LibraryFile,
  id: DocumentId,
  sha256: (bytes: ArrayBuffer) => Promise<string>,
  signal?: CancelSignal,
): Promise<NewDocument> {
  const read = (member: DocumentMember) => file.read(documentPath(id, member), signal);
  const refuse = (member: DocumentMember, what: string): never => {
    throw damagedMember(documentPath(id, member), what);
  };
  const record = jsonOf(file.textOf(await read('document.json')));
  if (!isRecord(record, id)) return refuse('document.json', 'does not describe this document');
  const body = jsonOf(file.textOf(await read('text.json')));
  if (!isBody(body)) return refuse('text.json', 'holds no text with blocks and pages');
  // SAFETY: `isRecord` and `isBody` looked at every field of a document; others are kept as they are.
  const document = { ...record.document, ...body } as unknown as Document;
  try {
    checkParsedDocument(document);
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    refuse('text.json', `does not fit together (${error.message})`);
  }

  const passages = jsonLinesOf(file.textOf(await read('passages.jsonl')));
  if (passages?.length !== record.passageCount) return refuse('passages.jsonl', 'holds another number of passages');
  if (!passages.every((passage, ordinal) => isPassage(passage, ordinal, document))) {
    return refuse('passages.jsonl', 'holds a passage that is not in the text');
  }

  if (record.hasOriginal !== file.has(documentPath(id, 'original'))) {
    return refuse('document.json', 'says otherwise whether there is an original file');
  }
  const original = record.hasOriginal ? await read('original') : null;
  if (original && (original.byteLength !== document.byteLength || (await sha256(original)) !== id)) {
    return refuse('original', 'is not the file that this document was made of');
  }

  if ((record.vectors !== null) !== file.has(documentPath(id, 'vectors.f32'))) {
    return refuse('document.json', 'says otherwise whether there are vectors');
  }
  const added = { document, passages, original, chunkingId: record.chunkingId };
  if (!record.vectors) return added;
  const { embedderHash, dimension, count } = record.vectors;
  const bytes = await read('vectors.f32');
  if (bytes.byteLength !== 4 * dimension * count) return refuse('vectors.f32', 'has another size than was said');
  // Little-endian, as every machine is that browsers run on.
  const vectors = new Float32Array(bytes);
  if (!vectors.every(Number.isFinite)) return refuse('vectors.f32', 'holds something that is no number');
  return { ...added, vectors: { embedderHash, runs: runsOf(id, vectors, dimension, count) } };
}

type DocumentRecord = {
  readonly document: Fields;
  readonly chunkingId: string;
  readonly passageCount: number;
  readonly hasOriginal: boolean;
  readonly vectors: { readonly embedderHash: string; readonly dimension: number; readonly count: number } | null;
};

function isRecord(value: unknown, id: DocumentId): value is DocumentRecord {
  if (!isFields(value)) return false;
  const { document, chunkingId, passageCount, hasOriginal, vectors } = value;
  if (!isFields(document) || document['id'] !== id || !hasFacts(document)) return false;
  if (typeof chunkingId !== 'string' || typeof hasOriginal !== 'boolean') return false;
  if (!isCount(passageCount) || passageCount === 0) return false;
  if (vectors === null) return true;
  if (!isFields(vectors) || typeof vectors['embedderHash'] !== 'string') return false;
  const { dimension, count } = vectors;
  return isCount(dimension) && dimension > 0 && isCount(count) && count > 0 && count <= passageCount;
}

function hasFacts({ name, title, mediaType, byteLength, addedAtMs, warnings, tags }: Fields): boolean {
  return (
    typeof name === 'string' &&
    isTextOrNull(title) &&
    typeof mediaType === 'string' &&
    isCount(byteLength) &&
    typeof addedAtMs === 'number' &&
    Array.isArray(warnings) &&
    warnings.every(isWarning) &&
    (tags === undefined || areTags(tags))
  );
}

function isWarning(value: unknown): value is DocumentWarning {
  if (!isFields(value) || typeof value['code'] !== 'string' || typeof value['message'] !== 'string') return false;
  return value['page'] === undefined || isCount(value['page']);
}

type Body = { readonly text: string; readonly blocks: readonly Block[]; readonly pages: readonly Page[] };

function isBody(value: unknown): value is Body {
  if (!isFields(value)) return false;
  const { text, blocks, pages } = value;
  if (typeof text !== 'string' || !Array.isArray(blocks) || !Array.isArray(pages)) return false;
  const isPlaced = (part: unknown): part is Fields => isFields(part) && isSpan(part['span'], text.length);
  return (
    blocks.every((block) => isPlaced(block) && blockKinds.includes(block['kind']) && isCount(block['level'])) &&
    pages.every((page) => isPlaced(page) && isCount(page['number']))
  );
}

function isPassage(value: unknown, ordinal: number, { id, text }: Document): value is Passage {
  if (!isFields(value)) return false;
  const { span, headingPath, pages, sentences } = value;
  if (value['id'] !== `${id}:${ordinal}` || value['documentId'] !== id || value['ordinal'] !== ordinal) return false;
  if (!isSpan(span, text.length) || value['text'] !== text.slice(span.start, span.end)) return false;
  if (!Array.isArray(headingPath) || !headingPath.every((heading) => typeof heading === 'string')) return false;
  if (!Array.isArray(sentences)) return false;
  if (!sentences.every((sentence) => isSpan(sentence, span.end) && sentence.start >= span.start)) return false;
  return pages === null || (isFields(pages) && isCount(pages['first']) && isCount(pages['last']));
}

function runsOf(documentId: DocumentId, vectors: Float32Array<ArrayBuffer>, dimension: number, total: number) {
  const runs = [];
  for (let firstOrdinal = 0; firstOrdinal < total; firstOrdinal += vectorsPerRun) {
    const count = Math.min(vectorsPerRun, total - firstOrdinal);
    const rows = vectors.subarray(firstOrdinal * dimension, (firstOrdinal + count) * dimension);
    runs.push({ documentId, firstOrdinal, count, vectors: rows });
  }
  return runs;
}
