import { createSearchIndex } from '../../src/core/corpus/search-index/create-search-index.ts';
import { passageLanguages } from '../../src/core/corpus/search-index/passage-languages.ts';
import type { SearchIndex } from '../../src/core/corpus/search-index/search-index.ts';
import type { EmbedderInfo } from '../../src/core/domain/ports.ts';
import { type Grades, ndcgAt, recallAt } from '../../src/core/evaluation/ranking-metrics.ts';
import { textToEmbed } from '../../src/core/pipeline/embed-passages.ts';
import { retrieverDepth } from '../../src/core/query/candidates/build-pool.ts';
import { fuseRankings, type Ranking } from '../../src/core/query/candidates/fuse-rankings.ts';
import { languageParts } from '../../src/engines/language-parts.ts';
import type { Collection, CollectionQuestion } from './collection.ts';
import type { VectorCache } from './vector-cache.ts';

export const retrievers = ['bm25', 'dense', 'hybrid'] as const;
export type RetrieverLabel = (typeof retrievers)[number];

export type QuestionScore = { readonly recallAt20: number; readonly ndcgAt10: number };

export type RankedQuestion = {
  readonly id: string;
  readonly group: string;
  readonly scores: Readonly<Record<RetrieverLabel, QuestionScore>>;
};

/** Every text of the collection that needs a vector. */
export function textsToEmbed({ documents, questions }: Collection): readonly string[] {
  return [...documents.flatMap(({ passages }) => passages.map(textToEmbed)), ...questions.map(({ text }) => text)];
}

/** The pool that the app makes by default. */
const depth = 20;

/** Each question's rankings as the app makes them: words, vectors, and both as one. */
export async function rankCollection(
  collection: Collection,
  vectors: VectorCache,
  info: EmbedderInfo,
): Promise<readonly RankedQuestion[]> {
  const index = await indexOf(collection, vectors, info);
  const limit = retrieverDepth(depth);
  return collection.questions.map((question) => {
    const bm25 = index.searchBm25(question.text, limit);
    const dense = index.searchDense(vectorOf(question.text, vectors), limit);
    const scores = {
      bm25: scoreOf(bm25, question),
      dense: scoreOf(dense, question),
      hybrid: scoreOf(fuseRankings(bm25, dense), question),
    };
    return { id: question.id, group: question.group, scores };
  });
}

async function indexOf({ documents }: Collection, vectors: VectorCache, info: EmbedderInfo): Promise<SearchIndex> {
  const index = createSearchIndex({ chunking: 'evaluation', embedder: info, languages: languageParts });
  const detector = await languageParts.loadDetector();
  for (const { name, passages } of documents) {
    index.addPassages(name, passages, passageLanguages(passages, detector, languageParts.stemmers.languages));
    for (const passage of passages) {
      index.setVectors(passage.documentId, passage.ordinal, vectorOf(textToEmbed(passage), vectors));
    }
  }
  return index;
}

function vectorOf(text: string, vectors: VectorCache): Float32Array {
  const vector = vectors.get(text);
  if (vector) return vector;
  throw new Error(`"${text.slice(0, 40)}" has no vector`);
}

function scoreOf(
  ranking: readonly Pick<Ranking[number], 'passageId'>[],
  { relevant }: CollectionQuestion,
): QuestionScore {
  const ids = ranking.map(({ passageId }) => passageId);
  const grades: Grades = new Map([...relevant].map((id) => [id, 1]));
  return { recallAt20: recallAt(20, ids, grades), ndcgAt10: ndcgAt(10, ids, grades) };
}
