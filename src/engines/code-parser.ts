// Source code and configuration: lines as they are, under the names of the functions and classes that they declare.
import { type CodeLanguage, codeLanguage } from '../core/corpus/documents/code-languages.ts';
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { extensionOf } from '../core/corpus/documents/sniff.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Parser } from '../core/domain/ports.ts';
import { codeBlocks, linesOf } from './code-lines.ts';
import { codeParts } from './code-outline.ts';
import { nextTask } from './next-task.ts';
import { decodeText } from './text-decoding.ts';

/** Parts between two looks at the cancel signal. */
const partsPerTurn = 200;

const plain: CodeLanguage = { name: 'text', mediaType: 'text/plain', family: 'none' };

export const codeParser: Parser = {
  mediaTypes: [],
  parse: async (file, options) => {
    const language = codeLanguage(extensionOf(file.name)) ?? plain;
    const { text, warnings } = decodeText(file.bytes);
    throwIfCancelled(options?.signal);
    const lines = linesOf(text);
    const parts = codeParts(lines, language.family);
    const builder = createDocumentBuilder();
    for (const block of codeBlocks(lines.slice(0, parts[0]?.line))) builder.addBlock('code', block);
    for (const [index, { line, name, level }] of parts.entries()) {
      // Where it is in the file, as editors count.
      const place = `line ${line + 1}`;
      builder.addBlock('heading', name === null ? place : `${name} (${place})`, level);
      for (const block of codeBlocks(lines.slice(line, parts[index + 1]?.line))) builder.addBlock('code', block);
      if ((index + 1) % partsPerTurn === 0) {
        await nextTask();
        throwIfCancelled(options?.signal);
      }
    }
    return { mediaType: language.mediaType, title: null, warnings, ...builder.finish() };
  },
};
