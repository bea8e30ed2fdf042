// Jupyter notebooks (nbformat 3 and 4): notes as Markdown, code as code, results as the text that they show.
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseLines } from '../core/corpus/documents/normalise-text.ts';
import { textToBlocks } from '../core/corpus/documents/text-to-blocks.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import type { TextBlock } from './html-to-blocks.ts';
import { markdownToBlocks } from './markdown-to-blocks.ts';
import { nextTask } from './next-task.ts';
import { decodeText } from './text-decoding.ts';

/** What is looked at; a notebook of a stranger may hold anything in these places. */
type Json = { readonly [key: string]: unknown };

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with ESC
const terminalColour = /\u001b\[[\d;]*m/g;

export const notebookParser: Parser = {
  mediaTypes: ['application/x-ipynb+json'],
  parse: async (file, options) => {
    const { text, warnings } = decodeText(file.bytes);
    const cells = cellsOf(text, file.name);
    const builder = createDocumentBuilder();
    const pause = async (): Promise<void> => {
      await nextTask();
      throwIfCancelled(options?.signal);
    };
    let title: string | null = null;
    let pictureCount = 0;
    for (const cell of cells) {
      await pause();
      for (const block of await cellBlocks(cell, pause)) {
        builder.addBlock(block.kind, block.text, block.level);
        if (block.level === 1) title ??= block.text;
      }
      pictureCount += listOf(cell['outputs']).filter(isPicture).length;
    }
    if (pictureCount > 0) {
      const what = pictureCount === 1 ? 'One result is a picture' : `${pictureCount} results are pictures`;
      warnings.push({ code: 'part-not-read', message: `${what}; the text in it was not read.` });
    }
    return { mediaType: 'application/x-ipynb+json', title, warnings, ...builder.finish() };
  },
};

/** @throws WinnowError `document-damaged` for what is no notebook */
function cellsOf(text: string, name: string): readonly Json[] {
  const notebook = objectOf(parsed(text));
  const cells = notebook['cells'] ?? objectOf(listOf(notebook['worksheets'])[0])['cells'];
  if (Array.isArray(cells)) return cells.map(objectOf);
  throw new WinnowError(
    'document-damaged',
    `“${name}” is named like a notebook but holds no cells. Open it in Jupyter, save it again, and add it.`,
    { name },
  );
}

/** Undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function cellBlocks(cell: Json, pause: () => Promise<void>): Promise<readonly TextBlock[]> {
  const source = textOf(cell['source'] ?? cell['input']);
  switch (cell['cell_type']) {
    case 'code':
      return [source, ...listOf(cell['outputs']).map(outputText)].map(codeBlock);
    case 'heading':
      return [{ kind: 'heading', level: Math.min(6, Math.max(1, Number(cell['level']) || 1)), text: source.trim() }];
    case 'markdown':
      return markdownToBlocks(source, pause);
    default:
      return [...textToBlocks(source, new Set())].map((block) => ({ ...block, level: 0 }));
  }
}

const codeBlock = (text: string): TextBlock => ({
  kind: 'code',
  level: 0,
  text: normaliseLines(text.replaceAll(terminalColour, '')),
});

/** Printed text, a value as plain text, or the last line of a fault. */
function outputText(output: Json): string {
  const plain = objectOf(output['data'])['text/plain'] ?? output['text'];
  if (output['output_type'] !== 'error' && output['output_type'] !== 'pyerr')
    return isPicture(output) ? '' : textOf(plain);
  return `${textOf(output['ename'])}: ${textOf(output['evalue'])}`;
}

function isPicture(output: Json): boolean {
  return [...Object.keys(objectOf(output['data'])), ...Object.keys(output)].some((key) =>
    /^(?:image\/|png$|jpeg$|svg$)/.test(key),
  );
}

/** Notebooks keep text whole or line by line. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((line) => (typeof line === 'string' ? line : '')).join('');
  return typeof value === 'string' ? value : '';
}

function objectOf(value: unknown): Json {
  // SAFETY: any object may be read by key; what is found is looked at before it is used.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
