import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { collectWords } from '../core/corpus/documents/join-lines.ts';
import { textToBlocks } from '../core/corpus/documents/text-to-blocks.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Parser } from '../core/domain/ports.ts';
import { nextTask } from './next-task.ts';
import { decodeText } from './text-decoding.ts';

/** Blocks between two looks at the cancel signal. */
const blocksPerTurn = 2_000;

const hyphenAtLineEnd = /\p{L}[-\u2010]\s*\n/u;

/** Plain text: paragraphs by blank lines, lists by their marks; lines that an editor wrapped are joined again. */
export const textParser: Parser = {
  mediaTypes: ['text/plain'],
  parse: async (file, options) => {
    const { text, warnings } = decodeText(file.bytes);
    const builder = createDocumentBuilder();
    const words = hyphenAtLineEnd.test(text) ? collectWords(text.split('\n')) : new Set<string>();
    let count = 0;
    for (const { kind, text: blockText } of textToBlocks(text, words)) {
      builder.addBlock(kind, blockText);
      if (++count % blocksPerTurn === 0) {
        await nextTask();
        throwIfCancelled(options?.signal);
      }
    }
    return { mediaType: 'text/plain', title: null, warnings, ...builder.finish() };
  },
};
