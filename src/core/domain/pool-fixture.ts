// Pools made of plain texts, for tests.
import type { Passage } from './passage.ts';
import type { Candidate, Pool } from './pool.ts';
import type { Span } from './span.ts';

/** Sentences by full stop and space: enough for the texts of tests. */
function sentenceSpans(text: string, offset: number): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/\S.*?(?:[.!?](?=\s|$)|$)/gsu)) {
    if (match[0] !== '') spans.push({ start: offset + match.index, end: offset + match.index + match[0].length });
  }
  return spans;
}

function makePassage(text: string, ordinal = 0, documentId = 'd'.repeat(64)): Passage {
  // Passages stand in one document, a blank line apart, as if all were 1,000 characters long.
  const start = ordinal * 1000;
  return {
    id: `${documentId}:${ordinal}`,
    documentId,
    ordinal,
    span: { start, end: start + text.length },
    text,
    headingPath: [],
    pages: null,
    sentences: sentenceSpans(text, start),
  };
}

/** @param duplicates position of a candidate → position of the better one that it repeats */
export function makePool(texts: readonly string[], duplicates: Readonly<Record<number, number>> = {}): Pool {
  const passages = texts.map((text, ordinal) => makePassage(text, ordinal));
  const candidates = passages.map((passage, position): Candidate => {
    const of = duplicates[position];
    return {
      passage,
      documentName: 'notes.md',
      bm25: { score: 10 - position / 10, rank: position + 1 },
      dense: null,
      fusedScore: 1 / (60 + position + 1),
      rank: position + 1,
      duplicateOf: of === undefined ? null : (passages[of]?.id ?? null),
    };
  });
  return {
    candidates,
    passageCount: texts.length,
    queryTerms: ['question'],
    stages: [{ name: 'bm25', hitCount: texts.length, elapsedMs: 1 }],
  };
}
