// Documents to search and questions about them, with what is relevant: what a retriever is measured on.
import { createHash } from 'node:crypto';
import type { Passage, PassageId } from '../../src/core/domain/passage.ts';
import { groupBy } from '../../src/core/evaluation/group-by.ts';
import type { ListwiseSample } from './listwise-sample.ts';

export type CollectionQuestion = {
  readonly id: string;
  /** What it is counted under: a source, a language. */
  readonly group: string;
  readonly text: string;
  readonly relevant: ReadonlySet<PassageId>;
};

/** One library. */
export type Collection = {
  readonly name: string;
  readonly documents: readonly { readonly name: string; readonly passages: readonly Passage[] }[];
  readonly questions: readonly CollectionQuestion[];
};

/**
 * A library for each source: the candidates of all its samples merged, equal ones once. Relevant is what any right set of
 * the sample holds. What other samples' candidates would help is not known and counts as irrelevant. Samples where
 * nothing helps give their candidates, and no question.
 */
export function collectionsOf(samples: readonly ListwiseSample[]): readonly Collection[] {
  return [...groupBy(samples, ({ source }) => source)].map(([source, members]) => {
    const texts = new Map<string, { readonly title: string; readonly text: string }>();
    for (const candidate of members.flatMap(({ candidates }) => candidates)) texts.set(keyOf(candidate), candidate);
    const passages = passagesOf(source, [...texts.values()]);
    const ids = new Map([...texts.keys()].map((key, position) => [key, passages[position]?.id ?? '']));
    const questions = members.flatMap(({ id, question, candidates, rightSets }): CollectionQuestion[] => {
      const numbers = new Set(rightSets.flat());
      if (numbers.size === 0) return [];
      const helping = candidates.filter((_, position) => numbers.has(position + 1));
      const relevant = new Set(helping.map((candidate) => ids.get(keyOf(candidate)) ?? ''));
      return [{ id, group: source, text: question, relevant }];
    });
    return { name: source, documents: [{ name: '', passages }], questions };
  });
}

/** Passages of one document, a blank line apart, with their titles as headings. */
export function passagesOf(
  documentId: string,
  texts: readonly { readonly title: string; readonly text: string }[],
): readonly Passage[] {
  let start = 0;
  return texts.map(({ title, text }, ordinal): Passage => {
    const span = { start, end: start + text.length };
    start = span.end + 2;
    const headingPath = title === '' ? [] : [title];
    return {
      id: `${documentId}:${ordinal}`,
      documentId,
      ordinal,
      span,
      text,
      headingPath,
      pages: null,
      sentences: [span],
    };
  });
}

/** `count` samples of each source, those whose hashed ids come first; all where there are fewer. */
export function takeOfEach(samples: readonly ListwiseSample[], count: number): readonly ListwiseSample[] {
  return [...groupBy(samples, ({ source }) => source).values()].flatMap((members) =>
    members.toSorted((a, b) => (hashOf(a.id) < hashOf(b.id) ? -1 : 1)).slice(0, count),
  );
}

function keyOf({ title, text }: { readonly title: string; readonly text: string }): string {
  return `${title}\n${text}`;
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
