import { createHash } from 'node:crypto';
import { sentenceSpans } from '../../src/core/corpus/passages/sentences.ts';
import { createSearchIndex } from '../../src/core/corpus/search-index/create-search-index.ts';
import type { Passage, PassageId } from '../../src/core/domain/passage.ts';
import type { Pool } from '../../src/core/domain/pool.ts';
import type { Clock } from '../../src/core/domain/ports.ts';
import { buildPool } from '../../src/core/query/candidates/build-pool.ts';
import type { ListwiseSample } from './listwise-sample.ts';

const settings = { chunking: 'evaluation', embedder: { modelId: 'none', modelHash: 'none', dimension: 1 } };
const gap = '\n\n';

/**
 * A sample's candidates as the app would have retrieved them: one document of which they are the passages (its text is
 * theirs, a blank line apart, their titles are headings), ranked by the app's BM25 with the pool as the whole library,
 * near-duplicates marked. Nothing is cut: passages that hold no term of the question come last, as they stand in the
 * file, without a hit.
 */
export async function poolOf(sample: ListwiseSample, clock: Pick<Clock, 'monotonicMs'>): Promise<Pool> {
  const passages = passagesOf(sample);
  const index = createSearchIndex(settings);
  index.addPassages('', passages);
  const startMs = clock.monotonicMs();
  const hits = index.searchBm25(sample.question, passages.length);
  const elapsedMs = clock.monotonicMs() - startMs;
  const found = new Set(hits.map(({ passageId }) => passageId));
  const rest = passages.filter(({ id }) => !found.has(id)).map(({ id }) => ({ passageId: id, score: 0 }));
  const byId = new Map(passages.map((passage) => [passage.id, { passage, documentName: '' }]));
  const pool = await buildPool(
    {
      depth: passages.length,
      bm25: { ranking: [...hits, ...rest], elapsedMs },
      dense: null,
      queryTerms: index.queryTerms(sample.question),
      passageCount: passages.length,
      readPassages: async () => byId,
    },
    clock,
  );
  const candidates = pool.candidates.map((candidate) =>
    found.has(candidate.passage.id) ? candidate : { ...candidate, bm25: null },
  );
  return { ...pool, candidates };
}

/**
 * The same candidates in another order, as if they had been retrieved so; the scores stay with their passages.
 * @param seed which order; the same seed gives the same one
 */
export function shuffledPool(pool: Pool, seed: number): Pool {
  const keyOf = ({ id }: Passage) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const keyed = pool.candidates.map((candidate) => ({ candidate, key: keyOf(candidate.passage) }));
  const candidates = keyed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ candidate }, position) => ({ ...candidate, rank: position + 1 }));
  return { ...pool, candidates };
}

/** The number in the file (from 1) of a passage that `poolOf` made. */
export function candidateNumber(id: PassageId): number {
  return Number(id.slice(id.lastIndexOf(':') + 1)) + 1;
}

function passagesOf(sample: ListwiseSample): readonly Passage[] {
  const documentId = createHash('sha256').update(sample.id).digest('hex');
  const text = sample.candidates.map((candidate) => candidate.text).join(gap);
  let start = 0;
  return sample.candidates.map((candidate, ordinal): Passage => {
    const span = { start, end: start + candidate.text.length };
    start = span.end + gap.length;
    return {
      id: `${documentId}:${ordinal}`,
      documentId,
      ordinal,
      span,
      text: candidate.text,
      headingPath: candidate.title === '' ? [] : [candidate.title],
      pages: null,
      sentences: sentenceSpans(text, span),
    };
  });
}
