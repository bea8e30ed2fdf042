// Statements of an answer and the marks in it → citations.
import type { Citation } from '../../domain/answer.ts';
import type { Span } from '../../domain/span.ts';
import { type Binding, bindSentence, type Source } from './bind-sentence.ts';
import type { Mark } from './citation-stream.ts';
import { isAbstention } from './is-abstention.ts';
import { statementOfMark } from './place-marks.ts';
import { splitStatements } from './split-statements.ts';

/**
 * Least share of a statement's content words that one sentence must hold for Winnow to cite it by itself, 0..1.
 * Raising it leaves more statements without a citation, lowering it cites sentences that only share the topic.
 */
const attributionThreshold = 0.6;

function toCitation(statement: Span, binding: Binding, origin: Citation['origin']): Citation {
  const { label, passageId, documentId } = binding.item;
  return { statement, label, passageId, documentId, sentence: binding.sentence, support: binding.support, origin };
}

function citeStatement(
  text: string,
  statement: Span,
  labels: readonly number[],
  sources: readonly Source[],
): Citation[] {
  const words = text.slice(statement.start, statement.end);
  if (isAbstention(words)) return [];
  const citations = [...new Set(labels)].flatMap((label) => {
    const source = sources.find((candidate) => candidate.item.label === label);
    const [first] = source?.sentences ?? [];
    if (source === undefined || first === undefined) return [];
    const unsupported: Binding = { item: source.item, sentence: first.span, support: 0 };
    return [toCitation(statement, bindSentence(words, [source]) ?? unsupported, 'model')];
  });
  const strongest = citations.reduce((max, citation) => Math.max(max, citation.support), 0);
  const found = strongest < attributionThreshold ? bindSentence(words, sources, true) : undefined;
  const isBetter = found !== undefined && found.support >= attributionThreshold && found.support > strongest;
  return isBetter ? [...citations, toCitation(statement, found, 'attributed')] : citations;
}

/**
 * Citations of the statements from position `from` on. A mark's label names a source; the sentence cited is the one
 * in it that shares most with the statement. A statement whose marks are missing or weak is given the best sentence of
 * all sources, if that reaches the threshold and holds every number of the statement. Marks of unknown labels give nothing.
 *
 * @param isComplete false leaves out the last statement, which may still grow
 */
export function citeStatements(
  text: string,
  marks: readonly Mark[],
  sources: readonly Source[],
  { from, isComplete }: { readonly from: number; readonly isComplete: boolean },
): { readonly citations: readonly Citation[]; readonly statementCount: number } {
  const statements = splitStatements(text);
  const statementCount = isComplete ? statements.length : Math.max(0, statements.length - 1);
  const labels = statements.map((): number[] => []);
  for (const mark of marks) labels[statementOfMark(mark, text, statements)]?.push(mark.label);
  const citations: Citation[] = [];
  for (let at = from; at < statementCount; at++) {
    const statement = statements[at];
    if (statement !== undefined) citations.push(...citeStatement(text, statement, labels[at] ?? [], sources));
  }
  return { citations, statementCount: Math.max(from, statementCount) };
}
