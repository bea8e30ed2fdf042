// JSON and JSON Lines. What is broken is not lost: it is read as plain text, and where it breaks is said.
import { createDocumentBuilder, type DocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { extensionOf } from '../core/corpus/documents/sniff.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import type { Parser } from '../core/domain/ports.ts';
import { codeBlocks, linesOf } from './code-lines.ts';
import type { TextBlock } from './html-to-blocks.ts';
import { jsonBlocks, recordBlocks } from './json-blocks.ts';
import { type JsonFindings, noJsonFindings, type Omission } from './json-leaves.ts';
import { nextTask } from './next-task.ts';
import { readJson } from './read-json.ts';
import { decodeText } from './text-decoding.ts';
import { createTextLimit } from './text-limit.ts';

/** Blocks between two looks at the cancel signal. */
const blocksPerTurn = 2_000;
/** Lines that a warning names one by one. */
const maxNamedLines = 5;

const mediaTypes = ['application/json', 'application/jsonl'] as const;
const lineExtensions = new Set(['jsonl', 'ndjson', 'jsonlines', 'ldjson']);

export const jsonParser: Parser = {
  mediaTypes,
  parse: async (file, options) => {
    const { text, warnings } = decodeText(file.bytes);
    throwIfCancelled(options?.signal);
    const found = noJsonFindings();
    const brokenLines: number[] = [];
    const reading = lineExtensions.has(extensionOf(file.name)) ? null : readJson(text);
    // Databases write a value a line into files that are named .json, too.
    const isLines =
      reading === null || (reading.faultAt !== null && reading.value !== null && isLineEnd(text, reading.faultAt));
    throwIfCancelled(options?.signal);
    const builder = createDocumentBuilder();
    const turn = { builder, signal: options?.signal, countChars: createTextLimit(file.name) };
    if (isLines) await addBlocks(lineBlocks(text, found, brokenLines), turn);
    else if (reading.faultAt === null) await addBlocks(jsonBlocks(reading.value, found), turn);
    else {
      warnings.push({ code: 'part-not-read', message: faultSentence(text, reading.faultAt) });
      await addBlocks(plainBlocks(text), turn);
    }
    warnings.push(...brokenLineWarnings(brokenLines), ...omissionWarnings(found));
    return { mediaType: mediaTypes[isLines ? 1 : 0], title: null, warnings, ...builder.finish() };
  },
};

type Turn = {
  readonly builder: DocumentBuilder;
  readonly signal: Parameters<typeof throwIfCancelled>[0];
  readonly countChars: (chars: number) => void;
};

async function addBlocks(blocks: Iterable<TextBlock>, { builder, signal, countChars }: Turn): Promise<void> {
  let count = 0;
  for (const { kind, text, level } of blocks) {
    countChars(text.length);
    builder.addBlock(kind, text, level);
    if (++count % blocksPerTurn === 0) {
      await nextTask();
      throwIfCancelled(signal);
    }
  }
}

/** True where the next value begins on a line of its own. */
function isLineEnd(text: string, offset: number): boolean {
  return /[[{]/.test(text[offset] ?? '') && /\n[ \t]*$/.test(text.slice(Math.max(0, offset - 200), offset));
}

function* lineBlocks(text: string, found: JsonFindings, brokenLines: number[]): Generator<TextBlock> {
  for (const [index, line] of linesOf(text).entries()) {
    if (line.trim() === '') continue;
    const { value, faultAt } = readJson(line);
    if (faultAt === null) yield* recordBlocks(value, found);
    else {
      brokenLines.push(index + 1);
      yield { kind: 'paragraph', level: 0, text: normaliseProse(line) };
    }
  }
}

function* plainBlocks(text: string): Generator<TextBlock> {
  for (const block of codeBlocks(linesOf(text))) yield { kind: 'code', level: 0, text: block };
}

function faultSentence(text: string, offset: number): string {
  const before = linesOf(text.slice(0, offset));
  const column = [...(before.at(-1) ?? '').replace('\ufeff', '')].length + 1;
  const what = offset >= text.length ? 'it ends too early, in' : 'it breaks in';
  return `This is no whole JSON: ${what} line ${before.length}, column ${column}. It was read as plain text.`;
}

function brokenLineWarnings(lines: readonly number[]): readonly DocumentWarning[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, maxNamedLines).join(', ');
  const more = lines.length > maxNamedLines ? ` and ${lines.length - maxNamedLines} more` : '';
  const message =
    lines.length === 1
      ? `Line ${named} is no JSON and was read as plain text.`
      : `${lines.length} lines are no JSON and were read as plain text: ${named}${more}.`;
  return [{ code: 'part-not-read', message }];
}

function omissionWarnings({ numberLists, encodedTexts, deepValues }: JsonFindings): readonly DocumentWarning[] {
  const sentences = [
    omissionSentence(numberLists, 'long list of numbers was', 'long lists of numbers were'),
    omissionSentence(encodedTexts, 'long text of encoded data was', 'long texts of encoded data were'),
    omissionSentence(deepValues, 'value that is nested too deep was', 'values that are nested too deep were'),
  ];
  return sentences.flatMap((message) => (message === '' ? [] : [{ code: 'part-not-read' as const, message }]));
}

function omissionSentence({ count, first }: Omission, one: string, many: string): string {
  if (count === 0) return '';
  // A path may be as long as the file.
  const where = Array.from(first).slice(0, 80).join('');
  return count === 1 ? `One ${one} not read: ${where}.` : `${count} ${many} not read, the first: ${where}.`;
}
