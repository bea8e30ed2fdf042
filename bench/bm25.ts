import MiniSearch from 'minisearch';
import { createSearchIndex } from '../src/core/corpus/search-index/create-search-index.ts';
import { loadSearchIndex } from '../src/core/corpus/search-index/load-search-index.ts';
import type { Passage } from '../src/core/domain/passage.ts';
import { type BenchResult, elapsedMs, quantile } from './bench-result.ts';
import { usedMegabytes } from './memory.ts';
import { zipfText } from './zipf-text.ts';

const passageCount = 100_000;
const passagesPerDocument = 200;
const limit = 50;
const settings = { chunking: 'bench', embedder: { modelId: 'none', modelHash: 'none', dimension: 384 } };

/** The BM25 index against MiniSearch 7.2.0: same text, same queries, best 50. */
export async function benchBm25(): Promise<BenchResult> {
  const { passages, queries } = zipfText(passageCount, 40);

  const beforeOurs = usedMegabytes();
  const index = createSearchIndex(settings);
  const ourBuildMs = elapsedMs(() => {
    for (let first = 0; first < passageCount; first += passagesPerDocument) {
      index.addPassages('', documentOf(`d${first}`, passages.slice(first, first + passagesPerDocument)));
    }
  });
  const ourMegabytes = usedMegabytes() - beforeOurs;
  for (const query of queries) index.searchBm25(query, limit);
  const ourTimes = queries.map((query) => elapsedMs(() => index.searchBm25(query, limit)));
  const saved = index.save(new Set());
  const parts = new Map(saved.newParts.map(({ name, bytes }) => [name, bytes]));
  const savedBytes = saved.newParts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const loadStartedMs = performance.now();
  await loadSearchIndex(settings, saved.manifest, (name) => Promise.resolve(parts.get(name)));
  const loadMs = performance.now() - loadStartedMs;

  const beforeTheirs = usedMegabytes();
  const miniSearch = new MiniSearch({ fields: ['text'] });
  const theirBuildMs = elapsedMs(() => miniSearch.addAll(passages.map((text, id) => ({ id, text }))));
  const theirMegabytes = usedMegabytes() - beforeTheirs;
  for (const query of queries.slice(0, 5)) miniSearch.search(query);
  const theirTimes = queries.map((query) => elapsedMs(() => miniSearch.search(query).slice(0, limit)));

  const [ours, theirs] = [quantile(ourTimes, 0.5), quantile(theirTimes, 0.5)];
  return {
    name: 'BM25 against MiniSearch 7.2.0',
    setting: `${passageCount} passages of about 95 words by Zipf's law, ${queries.length} queries of 6 words, best ${limit}`,
    figures: [
      { label: 'query, median: Winnow', value: ours, unit: 'ms' },
      { label: 'query, median: MiniSearch', value: theirs, unit: 'ms' },
      { label: 'query, 95th of 100: Winnow', value: quantile(ourTimes, 0.95), unit: 'ms' },
      { label: 'query, 95th of 100: MiniSearch', value: quantile(theirTimes, 0.95), unit: 'ms' },
      { label: `build: Winnow, by documents of ${passagesPerDocument} passages`, value: ourBuildMs, unit: 'ms' },
      { label: 'build: MiniSearch', value: theirBuildMs, unit: 'ms' },
      { label: 'memory: Winnow', value: ourMegabytes, unit: 'MB' },
      { label: 'memory: MiniSearch', value: theirMegabytes, unit: 'MB' },
      { label: 'saved: Winnow', value: savedBytes / 1e6, unit: 'MB' },
      { label: 'load: Winnow', value: loadMs, unit: 'ms' },
    ],
    ratios: [
      { label: 'queries, times faster', value: theirs / ours, aim: 50 },
      { label: 'build, times faster', value: theirBuildMs / ourBuildMs, aim: null },
      { label: 'memory, times smaller', value: theirMegabytes / ourMegabytes, aim: null },
    ],
  };
}

function documentOf(documentId: string, texts: readonly string[]): Passage[] {
  return texts.map((text, ordinal) => {
    const span = { start: 0, end: text.length };
    return {
      id: `${documentId}:${ordinal}`,
      documentId,
      ordinal,
      span,
      text,
      headingPath: [],
      pages: null,
      sentences: [],
    };
  });
}
