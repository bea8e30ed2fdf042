// Tags: the person's own words for a document. They are kept as they were written first; capitals make no other tag.
import { WinnowError } from './errors.ts';

/** Characters (code points) of one tag. */
export const maxTagChars = 40;
/** Tags of one document. */
export const maxTagCount = 20;

/** Composed (NFC), with single spaces and none at its ends, without signs that are not seen. May be empty. */
export function normalTag(typed: string): string {
  const tag = typed
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFC');
  // Joiners belong to the spelling of some languages, and to some emoji; alone they are nothing.
  return /(?!\u200c|\u200d)[^ ]/.test(tag) ? tag : '';
}

/** The same for tags that differ in capitals only. */
export function tagKey(tag: string): string {
  return normalTag(tag).toLowerCase().normalize('NFC');
}

/** What a document with these tags is marked with; a document without any has none stored. */
export function tagsOf(document: { readonly tags?: readonly string[] }): readonly string[] {
  return document.tags ?? [];
}

/**
 * The tags with one more, or as they are where it is among them.
 * @param known tags of other documents: one that differs in capitals only gives the spelling
 * @throws WinnowError `tag-refused`; `details.reason` is `empty`, `too-long` or `too-many`
 */
export function withTag(tags: readonly string[], typed: string, known: Iterable<string> = []): readonly string[] {
  const tag = normalTag(typed);
  const charCount = [...tag].length;
  if (charCount === 0) throw refused('empty', 'A tag needs a character that can be seen. Type a word.', {});
  if (charCount > maxTagChars) {
    const message = `The tag “${tag.slice(0, maxTagChars)}…” has ${charCount} characters; ${maxTagChars} are allowed. Shorten it.`;
    throw refused('too-long', message, { charCount, maxTagChars });
  }
  const key = tagKey(tag);
  if (tags.some((other) => tagKey(other) === key)) return tags;
  if (tags.length >= maxTagCount) {
    const message = `“${tag}” was not added: the document has ${tags.length} tags, and ${maxTagCount} are allowed. Take one off first.`;
    throw refused('too-many', message, { tag, maxTagCount });
  }
  for (const other of known) if (tagKey(other) === key) return [...tags, other];
  return [...tags, tag];
}

export function withoutTag(tags: readonly string[], tag: string): readonly string[] {
  const key = tagKey(tag);
  return tags.filter((other) => tagKey(other) !== key);
}

/** Whether a value of unknown origin is what `withTag` makes. */
export function areTags(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length > maxTagCount) return false;
  const isTag = (tag: unknown): tag is string =>
    typeof tag === 'string' && tag !== '' && tag === normalTag(tag) && [...tag].length <= maxTagChars;
  return value.every(isTag) && new Set(value.map(tagKey)).size === value.length;
}

/** Every tag of some documents by name, in its first spelling, and how many documents have it. */
export function countTags(
  documents: readonly { readonly tags?: readonly string[] }[],
): readonly { readonly tag: string; readonly documentCount: number }[] {
  const counts = new Map<string, { readonly tag: string; documentCount: number }>();
  for (const tag of documents.flatMap(tagsOf)) {
    const count = counts.get(tagKey(tag));
    if (count) count.documentCount++;
    else counts.set(tagKey(tag), { tag, documentCount: 1 });
  }
  return [...counts.values()].sort((a, b) => a.tag.localeCompare(b.tag, 'en', { numeric: true }));
}

function refused(reason: string, message: string, details: Record<string, string | number>): WinnowError {
  return new WinnowError('tag-refused', message, { reason, ...details });
}
