import type { Block } from '../../domain/document.ts';
import type { Span } from '../../domain/span.ts';
import { countWords } from './measure.ts';
import { sentenceSpans } from './sentences.ts';
import { splitLongSpan } from './split-long-span.ts';

/** The smallest piece that a passage is made of: a sentence, or a whole list, table or code block that is short enough. */
export type Unit = {
  readonly span: Span;
  readonly words: number;
  /** True where a block begins: a better place to end a passage than between sentences. */
  readonly startsBlock: boolean;
  readonly sentences: readonly Span[];
};

/** An introduction ("You need:") stays with its list when it is at most this long. */
const maxIntroductionWords = 40;

/** Units of the blocks of one section (no headings among them), each of at most `maxWords`. */
export function sectionUnits(text: string, blocks: readonly Block[], maxWords: number): Unit[] {
  const units: Unit[] = [];
  for (let place = 0; place < blocks.length; ) {
    const group = groupAt(blocks, place);
    const together = group.length > 1 ? keepTogether(text, group, units.at(-1), maxWords) : undefined;
    if (together) {
      if (together.absorbsLast) units.pop();
      units.push(together.unit);
    } else for (const block of group) for (const unit of blockUnits(text, block, maxWords)) units.push(unit);
    place += group.length;
  }
  return units;
}

/** The list or table that begins here, or the one block. */
function groupAt(blocks: readonly Block[], place: number): Block[] {
  const first = blocks[place];
  if (!first) return [];
  if (first.kind !== 'list-item' && first.kind !== 'table-row') return [first];
  let end = place + 1;
  while (blocks[end]?.kind === first.kind) end++;
  return blocks.slice(place, end);
}

/** A whole list or table as one unit, with the line that introduces it, where they are short enough. */
function keepTogether(
  text: string,
  group: readonly Block[],
  last: Unit | undefined,
  maxWords: number,
): { readonly unit: Unit; readonly absorbsLast: boolean } | undefined {
  const first = group[0]?.span.start ?? 0;
  const end = group.at(-1)?.span.end ?? first;
  // Words are no longer than text: this spares counting in long tables.
  if (end - first > maxWords * 100) return undefined;
  const words = countWords(text.slice(first, end));
  if (words > maxWords) return undefined;
  const sentences = group.flatMap((block) => blockSentences(text, block));
  const introduces =
    last !== undefined &&
    text.charAt(last.span.end - 1) === ':' &&
    last.words <= maxIntroductionWords &&
    last.words + words <= maxWords;
  if (!introduces)
    return { unit: { span: { start: first, end }, words, startsBlock: true, sentences }, absorbsLast: false };
  const unit = {
    span: { start: last.span.start, end },
    words: last.words + words,
    startsBlock: last.startsBlock,
    sentences: [...last.sentences, ...sentences],
  };
  return { unit, absorbsLast: true };
}

function blockUnits(text: string, block: Block, maxWords: number): Unit[] {
  const sentences = blockSentences(text, block);
  if (block.kind !== 'paragraph' && block.kind !== 'quote') {
    const words = countWords(text.slice(block.span.start, block.span.end));
    if (words <= maxWords) return [{ span: block.span, words, startsBlock: true, sentences }];
  }
  const units: Unit[] = [];
  for (const sentence of sentences) {
    const words = countWords(text.slice(sentence.start, sentence.end));
    const pieces = words > maxWords ? splitLongSpan(text, sentence, maxWords) : [sentence];
    for (const span of pieces) {
      const pieceWords = pieces.length === 1 ? words : countWords(text.slice(span.start, span.end));
      units.push({ span, words: pieceWords, startsBlock: units.length === 0, sentences: [span] });
    }
  }
  return units;
}

/** What a citation can point at: a sentence, a table's row, a line of code. */
function blockSentences(text: string, block: Block): Span[] {
  if (block.kind === 'table-row') return [block.span];
  if (block.kind !== 'code') return sentenceSpans(text, block.span);
  const lines: Span[] = [];
  let start = block.span.start;
  for (const line of text.slice(block.span.start, block.span.end).split('\n')) {
    const lead = line.length - line.trimStart().length;
    if (line.trim() !== '') lines.push({ start: start + lead, end: start + line.trimEnd().length });
    start += line.length + 1;
  }
  return lines;
}
