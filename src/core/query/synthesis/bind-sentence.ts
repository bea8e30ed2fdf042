// A statement → the sentence of the evidence that supports it best.
import type { EvidenceItem } from '../../domain/answer.ts';
import type { Passage } from '../../domain/passage.ts';
import type { Span } from '../../domain/span.ts';
import { contentWords, wordOverlap } from './content-words.ts';

/** One piece of evidence with the sentences that the generator was shown. */
export type Source = {
  readonly item: EvidenceItem;
  readonly sentences: readonly { readonly span: Span; readonly words: ReadonlySet<string> }[];
};

export type Binding = { readonly item: EvidenceItem; readonly sentence: Span; readonly support: number };

export function createSource(item: EvidenceItem, passage: Passage): Source {
  const offset = passage.span.start;
  const { shown } = item;
  const inside = passage.sentences.filter((sentence) => sentence.start < shown.end && sentence.end > shown.start);
  const spans = inside.length > 0 ? inside : [shown];
  const sentences = spans.map((span) => {
    const visible = { start: Math.max(span.start, shown.start), end: Math.min(span.end, shown.end) };
    const text = passage.text.slice(visible.start - offset, visible.end - offset);
    return { span: visible, words: new Set(contentWords(text)) };
  });
  return { item, sentences };
}

/** True when every number of the statement stands in the source: one with another number does not support it. */
function holdsNumbers(statement: ReadonlySet<string>, source: ReadonlySet<string>): boolean {
  for (const word of statement) if (/\p{Nd}/u.test(word) && !source.has(word)) return false;
  return true;
}

/**
 * The best sentence of the sources. Support is the share of the statement's content words that stand in the sentence;
 * of equals, the sentence with fewer words (it says little else), then the earlier one.
 *
 * @param mustHoldNumbers leaves out sentences that lack a number of the statement
 * @returns undefined without such a sentence, or without words in the statement
 */
export function bindSentence(
  statement: string,
  sources: readonly Source[],
  mustHoldNumbers = false,
): Binding | undefined {
  const statementWords = new Set(contentWords(statement));
  let best: Binding | undefined;
  let bestSize = 0;
  if (statementWords.size === 0) return undefined;
  for (const { item, sentences } of sources) {
    for (const { span, words } of sentences) {
      if (mustHoldNumbers && !holdsNumbers(statementWords, words)) continue;
      const support = wordOverlap(statementWords, words);
      const isBetter =
        best === undefined || support > best.support || (support === best.support && words.size < bestSize);
      if (!isBetter) continue;
      best = { item, sentence: span, support };
      bestSize = words.size;
    }
  }
  return best;
}
