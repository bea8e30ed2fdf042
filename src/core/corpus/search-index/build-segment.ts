import type { DocumentId } from '../../domain/document.ts';
import { porterStem } from './porter-stem.ts';
import { createSegment, type Segment, type SegmentDocument } from './segment.ts';
import { foldedWords } from './tokenise.ts';

/** What is searched of one passage: the texts that count as its words. */
export type SearchText = readonly string[];

/** Indexes documents, given as the search texts of their passages in order. Time is linear in the text. */
export function buildSegment(
  documents: readonly { readonly documentId: DocumentId; readonly texts: readonly SearchText[] }[],
): Segment {
  const terms = new Map<string, number>();
  // Each distinct word is stemmed once; most words of a passage have been seen before.
  const termOfWord = new Map<string, number>();
  const segmentDocuments: SegmentDocument[] = [];
  const lengths: number[] = [];
  const termOfPosting: number[] = [];
  const rowOfPosting: number[] = [];
  const countOfPosting: number[] = [];
  const postingOfTerm: number[] = [];

  const termNumberOf = (word: string): number => {
    const known = termOfWord.get(word);
    if (known !== undefined) return known;
    const term = porterStem(word);
    const number = terms.get(term) ?? terms.size;
    terms.set(term, number);
    termOfWord.set(word, number);
    return number;
  };

  for (const { documentId, texts } of documents) {
    segmentDocuments.push({ documentId, firstRow: lengths.length, rowCount: texts.length });
    for (const passage of texts) {
      const row = lengths.length;
      const firstPosting = rowOfPosting.length;
      let length = 0;
      for (const text of passage) {
        for (const word of foldedWords(text)) {
          length++;
          const term = termNumberOf(word);
          const posting = postingOfTerm[term] ?? -1;
          if (posting >= firstPosting) {
            countOfPosting[posting] = (countOfPosting[posting] ?? 0) + 1;
            continue;
          }
          postingOfTerm[term] = rowOfPosting.length;
          termOfPosting.push(term);
          rowOfPosting.push(row);
          countOfPosting.push(1);
        }
      }
      lengths.push(length);
    }
  }

  // Counting sort by term; postings were made by row, and stay so within a term.
  const offsets = new Uint32Array(terms.size + 1);
  for (const term of termOfPosting) offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
  for (let term = 0; term < terms.size; term++) offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
  const next = offsets.slice();
  const rows = new Uint32Array(rowOfPosting.length);
  const counts = new Uint8Array(rowOfPosting.length);
  for (let posting = 0; posting < rows.length; posting++) {
    const term = termOfPosting[posting] ?? 0;
    const place = next[term] ?? 0;
    next[term] = place + 1;
    rows[place] = rowOfPosting[posting] ?? 0;
    counts[place] = Math.min(255, countOfPosting[posting] ?? 0);
  }
  return createSegment(segmentDocuments, Uint32Array.from(lengths), { terms, offsets, rows, counts });
}
