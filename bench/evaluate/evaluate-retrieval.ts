import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectionsOf, takeOfEach } from './collection.ts';
import { embedTexts } from './embed-texts.ts';
import { formatText } from './format-table.ts';
import { readSamples } from './listwise-sample.ts';
import { multilingualCollection } from './multilingual-collection.ts';
import { readWhole } from './options.ts';
import { type RankedQuestion, rankCollection, textsToEmbed } from './rank-collection.ts';
import { retrievalTable } from './retrieval-table.ts';
import { cacheFolder } from './select-split.ts';

/** `retrieval`: how well words, vectors and both find what helps, in a library for each source, or in that of many languages. */
export async function evaluateRetrieval(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: 'string' },
      split: { type: 'string', default: 'eval' },
      'per-source': { type: 'string' },
      out: { type: 'string', default: cacheFolder },
    },
  });
  const { data, split } = values;
  const samples = data === undefined ? [] : (await readSamples(join(data, `${split}.jsonl.gz`))).samples;
  const whole = samples.filter(({ kind }) => kind !== 'partial');
  const perSource = values['per-source'];
  const taken = perSource === undefined ? whole : takeOfEach(whole, readWhole(perSource, '--per-source'));
  const collections = data === undefined ? [multilingualCollection()] : collectionsOf(taken);
  const texts = collections.flatMap(textsToEmbed);
  const { vectors, info } = await embedTexts(texts, values.out, (line) => console.error(line));
  const ranked: RankedQuestion[] = [];
  for (const collection of collections) ranked.push(...(await rankCollection(collection, vectors, info)));
  console.log(formatText(retrievalTable(ranked)));
}
