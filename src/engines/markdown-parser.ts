import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseLines } from '../core/corpus/documents/normalise-text.ts';
import { textToBlocks } from '../core/corpus/documents/text-to-blocks.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Parser } from '../core/domain/ports.ts';
import { markdownToBlocks } from './markdown-to-blocks.ts';
import { nextTask } from './next-task.ts';
import { decodeText } from './text-decoding.ts';

/** Front matter: a block of `key: value` lines between `---` at the very start, as static site tools write it. */
const frontMatter = /^---[^\S\n]*\n(.*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/s;

/** Markdown (CommonMark with tables): plain text of every block; HTML inside it is read as data. */
export const markdownParser: Parser = {
  mediaTypes: ['text/markdown'],
  parse: async (file, options) => {
    const decoded = decodeText(file.bytes);
    const source = decoded.text.replaceAll('\r\n', '\n');
    throwIfCancelled(options?.signal);
    const front = frontMatter.exec(source);
    const builder = createDocumentBuilder();
    const frontText = normaliseLines(front?.[1] ?? '');
    builder.addBlock('code', frontText);
    const body = front ? source.slice(front[0].length) : source;
    const pause = async (): Promise<void> => {
      await nextTask();
      throwIfCancelled(options?.signal);
    };
    const blocks = await markdownToBlocks(body, pause).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error;
      decoded.warnings.push({
        code: 'part-not-read',
        message: 'The lists or quotes are nested too deeply to be read as Markdown; the file was read as plain text.',
      });
      return [...textToBlocks(body, new Set())].map((block) => ({ ...block, level: 0 }));
    });
    for (const block of blocks) builder.addBlock(block.kind, block.text, block.level);
    const title =
      /^title:\s*["']?(.+?)["']?$/m.exec(frontText)?.[1] ?? blocks.find((block) => block.level === 1)?.text ?? null;
    return { mediaType: 'text/markdown', title, warnings: decoded.warnings, ...builder.finish() };
  },
};
