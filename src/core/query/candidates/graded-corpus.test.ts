import { describe, expect, it } from 'vitest';
import { createSearchIndex } from '../../corpus/search-index/create-search-index.ts';
import type { Passage } from '../../domain/passage.ts';
import type { Pool } from '../../domain/pool.ts';
import { buildPool, retrieverDepth } from './build-pool.ts';
import graded from './fixtures/graded.json' with { type: 'json' };

type Question = (typeof graded.questions)[number];

const dimension = 384;
const depth = 10;
const index = createSearchIndex({
  chunking: 'graded/1',
  embedder: { modelId: 'all-MiniLM-L6-v2', modelHash: 'fixture', dimension },
});
const passages = new Map<string, { passage: Passage; documentName: string }>();
for (const { name, passages: entries, vectors } of graded.documents) {
  const ofDocument = entries.map(({ heading, text }, ordinal): Passage => {
    const span = { start: 0, end: text.length };
    const id = `${name}:${ordinal}`;
    return { id, documentId: name, ordinal, span, text, headingPath: [heading], pages: null, sentences: [span] };
  });
  for (const passage of ofDocument) passages.set(passage.id, { passage, documentName: name });
  index.addPassages(name, ofDocument);
  index.setVectors(name, 0, numbersOf(vectors));
}

function numbersOf(base64: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
}

function poolFor(question: Pick<Question, 'text' | 'vector'>, use = { bm25: true, dense: true }): Promise<Pool> {
  const limit = retrieverDepth(depth);
  const dense = { ranking: index.searchDense(numbersOf(question.vector), limit), embedQueryMs: 0, elapsedMs: 0 };
  return buildPool(
    {
      depth,
      bm25: use.bm25 ? { ranking: index.searchBm25(question.text, limit), elapsedMs: 0 } : null,
      dense: use.dense ? dense : null,
      queryTerms: index.queryTerms(question.text),
      passageCount: index.stats().passageCount,
      readPassages: (ids) =>
        Promise.resolve(new Map(ids.flatMap((id) => (passages.has(id) ? [[id, passages.get(id)!] as const] : [])))),
    },
    { monotonicMs: () => 0 },
  );
}

async function ranksOf(question: Question, use?: { bm25: boolean; dense: boolean }): Promise<number[]> {
  const { candidates } = await poolFor(question, use);
  return question.relevant.map(
    (id) => candidates.find(({ passage }) => passage.id === id)?.rank ?? Number.POSITIVE_INFINITY,
  );
}

const ofKind = (kind: string): Question[] => graded.questions.filter((question) => question.kind === kind);

describe('the graded corpus', () => {
  it.each(ofKind('exact'))('puts the passage first for $text', async (question) => {
    expect(await ranksOf(question)).toEqual([1]);
    expect(await ranksOf(question, { bm25: true, dense: false })).toEqual([1]);
  });

  it.each(ofKind('paraphrase'))('finds by meaning what words do not: $text', async (question) => {
    expect(await ranksOf(question, { bm25: true, dense: false })).toEqual([Number.POSITIVE_INFINITY]);
    expect((await ranksOf(question))[0]).toBeLessThanOrEqual(3);
  });

  it.each(ofKind('multi-hop'))('has every passage needed near the top: $text', async (question) => {
    for (const rank of await ranksOf(question)) expect(rank).toBeLessThanOrEqual(4);
  });

  it('has weaker vectors for every unanswerable question than for any answerable one', async () => {
    const best = async (question: Question): Promise<number> =>
      Math.max(...(await poolFor(question)).candidates.map((candidate) => candidate.dense?.score ?? 0));
    const [answerable, unanswerable] = await Promise.all(
      [true, false].map((wanted) =>
        Promise.all(graded.questions.filter(({ relevant }) => relevant.length > 0 === wanted).map(best)),
      ),
    );
    expect(unanswerable).toHaveLength(3);
    expect(Math.max(...(unanswerable ?? []))).toBeLessThan(Math.min(...(answerable ?? [])));
  });

  it('gives an empty pool, and says by which terms, when words alone find nothing', async () => {
    const [question] = ofKind('unanswerable');
    const pool = await poolFor(question!, { bm25: true, dense: false });
    expect(pool.candidates).toEqual([]);
    expect(pool.queryTerms).toEqual(['wireless', 'password']);
    expect((await poolFor({ ...question!, text: '???' })).queryTerms).toEqual([]);
  });
});
