// One e-mail message (RFC 5322, MIME): who, when, about what, and the text. Attachments are named, not read.
import PostalMime, { type Address } from 'postal-mime';
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseLines, normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { textToBlocks } from '../core/corpus/documents/text-to-blocks.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { htmlToBlocks, type TextBlock } from './html-to-blocks.ts';

/** Parts within parts, as forwarded messages make them. */
const maxNestingDepth = 50;

export const emlParser: Parser = {
  mediaTypes: ['message/rfc822'],
  parse: async (file, options) => {
    const mail = await PostalMime.parse(file.bytes, { maxNestingDepth }).catch((error: unknown) => {
      throw new WinnowError(
        'document-damaged',
        `“${file.name}” cannot be read as an e-mail. Save it from your mail program again, and add it again.`,
        { name: file.name, cause: error instanceof Error ? error.message : String(error) },
      );
    });
    throwIfCancelled(options?.signal);
    const builder = createDocumentBuilder();
    const subject = normaliseProse(mail.subject ?? '');
    builder.addBlock('heading', subject, 1);
    const lines = [
      line('From', mail.from ? [mail.from] : []),
      line('To', mail.to),
      line('Cc', mail.cc),
      dateLine(mail.date),
    ];
    builder.addBlock('paragraph', normaliseLines(lines.filter((text) => text !== '').join('\n')));
    for (const block of bodyBlocks(mail)) builder.addBlock(block.kind, block.text, block.level);
    const names = mail.attachments.map(({ filename, mimeType }) => filename ?? `a part without a name (${mimeType})`);
    const warnings: DocumentWarning[] = [];
    if (names.length > 0) {
      const what = names.length === 1 ? 'One attachment was' : `${names.length} attachments were`;
      const message = `${what} not read: ${names.join(', ')}. Save and add what you need.`;
      warnings.push({ code: 'part-not-read', message });
    }
    return { mediaType: 'message/rfc822', title: subject || null, warnings, ...builder.finish() };
  },
};

/** The plain text where there is one: what the writer saw; else the formatted text. */
function* bodyBlocks({
  text,
  html,
}: {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}): Generator<TextBlock> {
  if (text !== undefined && text.trim() !== '') {
    for (const block of textToBlocks(text.replaceAll('\r\n', '\n'), new Set())) yield { ...block, level: 0 };
  } else if (html !== undefined) yield* htmlToBlocks(html).blocks;
}

function line(name: string, addresses: readonly Address[] | undefined): string {
  const people = (addresses ?? []).flatMap((entry) => entry.group ?? [entry]);
  const texts = people.map((person) => (person.name ? `${person.name} <${person.address}>` : (person.address ?? '')));
  return texts.length === 0 ? '' : `${name}: ${texts.join(', ')}`;
}

const dateLine = (date: string | undefined): string => (date === undefined ? '' : `Date: ${date}`);
