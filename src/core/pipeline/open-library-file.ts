import type { CancelSignal } from '../domain/cancel.ts';
import type { DocumentId } from '../domain/document.ts';
import {
  type DocumentMember,
  documentMembers,
  documentPath,
  type LibraryCounts,
  type LibraryFileReader,
  type LibraryMember,
  libraryFormat,
  libraryFormatVersion,
  manifestPath,
  markerPath,
  maxLibraryBytes,
  maxLibraryMemberBytes,
  tracesPath,
} from '../domain/library-file.ts';
import { type Fields, isCount, isFields, jsonOf } from './json-shape.ts';
import { damagedMember, foreignFile, newerVersion } from './library-file-errors.ts';

/** A library's file whose list of contents was checked; the members themselves not yet. */
export type LibraryFile = {
  /** In the file's order: oldest first. */
  readonly documentIds: readonly DocumentId[];
  readonly counts: LibraryCounts;
  /** Of the members of one document; 0 for a document that is not in the file. */
  readonly bytesOf: (id: DocumentId) => number;
  readonly totalBytes: number;
  readonly has: (path: string) => boolean;
  /** @throws WinnowError `library-file-damaged` naming the member when its bytes are not those that were written */
  readonly read: (path: string, signal?: CancelSignal) => Promise<ArrayBuffer>;
  readonly textOf: (bytes: ArrayBuffer) => string | undefined;
};

const documentMember = new RegExp(`^documents/([0-9a-f]{64})/(${documentMembers.join('|').replaceAll('.', '\\.')})$`);
/** Marker and manifest are a few bytes and a hundred for each member. */
const maxListBytes = 64 * 2 ** 20;

/**
 * Reads marker and manifest, and holds the archive's list of contents against them: every member is named once, is there,
 * has that size, and belongs to the format.
 * @throws WinnowError `library-file-foreign`, `library-file-version`, `library-file-damaged`; Cancelled
 */
export async function openLibraryFile(
  reader: LibraryFileReader,
  sha256: (bytes: ArrayBuffer) => Promise<string>,
  signal?: CancelSignal,
): Promise<LibraryFile> {
  const sizes = sizesOf(reader);
  await checkMarker(reader, sizes, signal);
  const { counts, members } = await readManifest(reader, sizes, signal);
  const byPath = new Map(members.map((member) => [member.path, member]));
  const listed = checkMembers(members, sizes);
  const { documentIds, bytesById } = documentsOf(members);
  if (counts.documents !== documentIds.length) {
    throw damagedMember(manifestPath, `counts ${counts.documents} documents and names ${documentIds.length}`);
  }
  return {
    documentIds,
    counts,
    bytesOf: (id) => bytesById.get(id) ?? 0,
    totalBytes: listed,
    has: (path) => byPath.has(path),
    read: async (path, outer) => {
      const member = byPath.get(path);
      if (!member) throw damagedMember(path, 'is missing');
      const bytes = await reader.read(path, outer);
      if ((await sha256(bytes)) !== member.sha256) throw damagedMember(path, 'has other bytes than were exported');
      return bytes;
    },
    textOf: reader.textOf,
  };
}

function sizesOf(reader: LibraryFileReader): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { path, bytes } of reader.members) {
    if (sizes.has(path)) throw damagedMember(path, 'is there twice');
    sizes.set(path, bytes);
  }
  return sizes;
}

async function readList(
  reader: LibraryFileReader,
  sizes: ReadonlyMap<string, number>,
  path: string,
  signal: CancelSignal | undefined,
): Promise<Fields> {
  const size = sizes.get(path);
  if (size === undefined) throw damagedMember(path, 'is missing');
  if (size > maxListBytes) throw damagedMember(path, `has ${size} bytes; the limit is ${maxListBytes}`);
  const fields = jsonOf(reader.textOf(await reader.read(path, signal)));
  if (isFields(fields)) return fields;
  throw damagedMember(path, 'cannot be read');
}

async function checkMarker(
  reader: LibraryFileReader,
  sizes: ReadonlyMap<string, number>,
  signal: CancelSignal | undefined,
): Promise<void> {
  if (!sizes.has(markerPath)) throw foreignFile(`it has no member “${markerPath}”`);
  const { format, version } = await readList(reader, sizes, markerPath, signal);
  if (format !== libraryFormat || !isCount(version))
    throw foreignFile(`its member “${markerPath}” is of something else`);
  if (version > libraryFormatVersion) throw newerVersion(version, libraryFormatVersion);
  if (version < 1) throw damagedMember(markerPath, `names format ${version}, which there never was`);
}

async function readManifest(
  reader: LibraryFileReader,
  sizes: ReadonlyMap<string, number>,
  signal: CancelSignal | undefined,
): Promise<{ readonly counts: LibraryCounts; readonly members: readonly LibraryMember[] }> {
  const { counts, members } = await readList(reader, sizes, manifestPath, signal);
  if (!isCounts(counts)) throw damagedMember(manifestPath, 'has no counts');
  if (!Array.isArray(members) || !members.every(isMember)) throw damagedMember(manifestPath, 'has no list of members');
  return { counts, members };
}

function isCounts(value: unknown): value is LibraryCounts {
  return isFields(value) && ['documents', 'passages', 'vectors', 'questions'].every((key) => isCount(value[key]));
}

function isMember(value: unknown): value is LibraryMember {
  if (!isFields(value) || typeof value['path'] !== 'string' || !isCount(value['bytes'])) return false;
  return typeof value['sha256'] === 'string' && /^[0-9a-f]{64}$/.test(value['sha256']);
}

/** Returns the bytes of all members together. */
function checkMembers(members: readonly LibraryMember[], sizes: ReadonlyMap<string, number>): number {
  const named = new Set<string>();
  let totalBytes = 0;
  for (const { path, bytes } of members) {
    if (named.has(path)) throw damagedMember(manifestPath, `names “${path}” twice`);
    named.add(path);
    if (path !== markerPath && path !== tracesPath && !documentMember.test(path)) {
      throw damagedMember(path, 'does not belong to this format');
    }
    const size = sizes.get(path);
    if (size === undefined) throw damagedMember(path, 'is missing');
    if (size !== bytes) throw damagedMember(path, `has ${size} bytes and not the ${bytes} that were exported`);
    if (bytes > maxLibraryMemberBytes)
      throw damagedMember(path, `has ${bytes} bytes; the limit is ${maxLibraryMemberBytes}`);
    totalBytes += bytes;
  }
  if (totalBytes > maxLibraryBytes) {
    throw damagedMember(manifestPath, `names ${totalBytes} bytes; the limit is ${maxLibraryBytes}`);
  }
  for (const path of sizes.keys()) {
    if (path !== manifestPath && !named.has(path)) throw damagedMember(path, 'is not in the list of what was exported');
  }
  for (const path of [markerPath, tracesPath])
    if (!named.has(path)) throw damagedMember(manifestPath, `does not name “${path}”`);
  return totalBytes;
}

function documentsOf(members: readonly LibraryMember[]): {
  readonly documentIds: readonly DocumentId[];
  readonly bytesById: ReadonlyMap<DocumentId, number>;
} {
  const bytesById = new Map<DocumentId, number>();
  const paths = new Set(members.map(({ path }) => path));
  for (const { path, bytes } of members) {
    const [, id] = documentMember.exec(path) ?? [];
    if (id !== undefined) bytesById.set(id, (bytesById.get(id) ?? 0) + bytes);
  }
  const required: readonly DocumentMember[] = ['document.json', 'text.json', 'passages.jsonl'];
  for (const id of bytesById.keys()) {
    for (const member of required) {
      const path = documentPath(id, member);
      if (!paths.has(path)) throw damagedMember(path, 'is missing');
    }
  }
  return { documentIds: [...bytesById.keys()], bytesById };
}
