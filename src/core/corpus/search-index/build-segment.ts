import type { DocumentId } from '../../domain/document.ts';
import type { Stemmers } from '../../domain/ports.ts';
import { unstemmed } from './index-languages.ts';
import { createSegment, type Segment, type SegmentDocument } from './segment.ts';
import { termsOfWord } from './terms-of-word.ts';
import { wordsOf } from './tokenise.ts';

/** What is searched of one passage: the texts that count as its words. */
type SearchText = readonly string[];

/** A document as it is searched: its passages in order, and the language of each. */
type SearchDocument = {
  readonly documentId: DocumentId;
  readonly texts: readonly SearchText[];
  readonly languages: readonly string[];
};

/** Indexes documents. Time is linear in the text. */
export function buildSegment(documents: readonly SearchDocument[], stemmers: Stemmers): Segment {
  const terms = new Map<string, number>();
  // Each distinct word of a language is stemmed once; most words of a passage have been seen before.
  const numbersByLanguage = new Map<string, Map<string, readonly number[]>>();
  const segmentDocuments: SegmentDocument[] = [];
  const lengths: number[] = [];
  const termOfPosting: number[] = [];
  const rowOfPosting: number[] = [];
  const countOfPosting: number[] = [];
  const postingOfTerm: number[] = [];

  const numberOf = (term: string): number => {
    const number = terms.get(term) ?? terms.size;
    terms.set(term, number);
    return number;
  };
  const numbersOf = (word: string, language: string): readonly number[] => {
    const known = numbersByLanguage.get(language) ?? new Map<string, readonly number[]>();
    numbersByLanguage.set(language, known);
    const numbers = known.get(word) ?? termsOfWord(word, language, stemmers).map(numberOf);
    known.set(word, numbers);
    return numbers;
  };

  for (const { documentId, texts, languages } of documents) {
    const distinct = [...new Set(languages)].sort();
    segmentDocuments.push({ documentId, firstRow: lengths.length, rowCount: texts.length, languages: distinct });
    for (const [position, passage] of texts.entries()) {
      const language = languages[position] ?? unstemmed;
      const row = lengths.length;
      const firstPosting = rowOfPosting.length;
      let length = 0;
      for (const text of passage) {
        for (const word of wordsOf(text)) {
          // A word counts once, also where it is found by two terms.
          length++;
          for (const term of numbersOf(word, language)) {
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
