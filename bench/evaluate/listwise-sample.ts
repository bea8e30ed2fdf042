// Samples of listwise selection: a question, its candidates, and which of them are needed. One JSON object a line.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

export type ListwiseSample = {
  readonly id: string;
  /** The public set it comes from. */
  readonly source: string;
  /** `partial`: some of the evidence is missing from the pool, so that no set is right. */
  readonly kind: 'full' | 'none_native' | 'none_dropped' | 'partial';
  readonly question: string;
  /** Candidate n of the file is `candidates[n - 1]`. The order says nothing. */
  readonly candidates: readonly { readonly title: string; readonly text: string }[];
  /** Candidate numbers; any of these sets is right, the first is the annotated one. An empty set: nothing helps. */
  readonly rightSets: readonly (readonly number[])[];
  /** Known answers; empty where the source has none. */
  readonly answers: readonly string[];
};

type Row = {
  readonly id: string;
  readonly source: string;
  readonly kind: ListwiseSample['kind'];
  readonly query: string;
  readonly candidates: ListwiseSample['candidates'];
  readonly gold: readonly number[];
  readonly alt_gold?: readonly (readonly number[])[];
  readonly answers: readonly string[];
};

/** @throws Error naming the line that is no sample */
export function parseSamples(text: string): readonly ListwiseSample[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [toSample(line, index + 1)]));
}

/**
 * @param path of a `.jsonl.gz` file; without it, the same name without `.gz` is read
 * @returns the samples, and the SHA-256 of the file's bytes
 */
export async function readSamples(
  path: string,
): Promise<{ readonly samples: readonly ListwiseSample[]; readonly sha256: string }> {
  const isZipped = existsSync(path);
  const bytes = await readFile(isZipped ? path : path.replace(/\.gz$/, ''));
  const samples = parseSamples((isZipped ? gunzipSync(bytes) : bytes).toString('utf8'));
  return { samples, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function toSample(line: string, number: number): ListwiseSample {
  // SAFETY: the fields that the evaluation depends on are checked below.
  const row = JSON.parse(line) as Partial<Row>;
  const { id, source, kind, query, candidates, gold, alt_gold = [], answers } = row;
  if (id === undefined || source === undefined || kind === undefined || query === undefined) {
    throw new Error(`line ${number} is no sample: it needs id, source, kind and query`);
  }
  if (candidates === undefined || gold === undefined || answers === undefined) {
    throw new Error(`line ${number} (${id}) needs candidates, gold and answers`);
  }
  const rightSets = [gold, ...alt_gold];
  const wrong = rightSets.flat().find((candidate) => candidates[candidate - 1] === undefined);
  if (wrong !== undefined) throw new Error(`line ${number} (${id}): there is no candidate ${wrong}`);
  return { id, source, kind, question: query, candidates, rightSets, answers };
}
