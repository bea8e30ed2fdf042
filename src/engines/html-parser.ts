import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Parser } from '../core/domain/ports.ts';
import { htmlToBlocks } from './html-to-blocks.ts';
import { decodeText } from './text-decoding.ts';

/** HTML's own rule: the encoding is declared within the first 1,024 bytes. */
const declarationBytes = 1024;

/** HTML pages: readable text with headings, lists and tables. Nothing runs, nothing is loaded. */
export const htmlParser: Parser = {
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  parse: async (file, options) => {
    const { text, warnings } = decodeText(file.bytes, declaredEncoding(file.bytes));
    throwIfCancelled(options?.signal);
    const { title, blocks, menusSkipped } = htmlToBlocks(text);
    const builder = createDocumentBuilder();
    for (const block of blocks) builder.addBlock(block.kind, block.text, block.level);
    if (menusSkipped > 0) {
      const menus = menusSkipped === 1 ? 'One navigation menu was' : `${menusSkipped} navigation menus were`;
      warnings.push({ code: 'part-not-read', message: `${menus} left out.` });
    }
    return { mediaType: 'text/html', title, warnings, ...builder.finish() };
  },
};

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, declarationBytes));
  return /<meta\s[^>]*charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
}
