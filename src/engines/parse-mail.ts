import PostalMime, { type Address, type Email } from 'postal-mime';
import type { DocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseLines, normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { textToBlocks } from '../core/corpus/documents/text-to-blocks.ts';
import { htmlToBlocks, type TextBlock } from './html-to-blocks.ts';

/** Parts within parts, as forwarded messages make them. */
const maxNestingDepth = 50;

/** Rejects with an `Error` of the library's for what is no e-mail, or is nested deeper. */
export function parseMail(bytes: Uint8Array): Promise<Email> {
  return PostalMime.parse(bytes, { maxNestingDepth });
}

export function subjectOf(mail: Pick<Email, 'subject'>): string {
  return normaliseProse(mail.subject ?? '');
}

/** Who wrote it, by name where there is one; empty where it does not say. */
export function senderOf(mail: Pick<Email, 'from'>): string {
  return normaliseProse(mail.from?.name || mail.from?.address || '');
}

/** Adds a message under a heading of the first level: who, when, and the text, whose own headings go one level down. */
export function addMail(builder: DocumentBuilder, mail: Email, heading: string): void {
  builder.addBlock('heading', heading, 1);
  const lines = [
    line('From', mail.from ? [mail.from] : []),
    line('To', mail.to),
    line('Cc', mail.cc),
    mail.date === undefined ? '' : `Date: ${mail.date}`,
  ];
  builder.addBlock('paragraph', normaliseLines(lines.filter((text) => text !== '').join('\n')));
  for (const { kind, text, level } of bodyBlocks(mail)) {
    builder.addBlock(kind, text, kind === 'heading' ? Math.min(level + 1, 6) : level);
  }
}

/** The plain text where there is one: what the writer saw; else the formatted text. */
function* bodyBlocks({ text, html }: Pick<Email, 'text' | 'html'>): Generator<TextBlock> {
  if (text !== undefined && text.trim() !== '') {
    for (const block of textToBlocks(text.replaceAll('\r\n', '\n'), new Set())) yield { ...block, level: 0 };
  } else if (html !== undefined) yield* htmlToBlocks(html).blocks;
}

function line(name: string, addresses: readonly Address[] | undefined): string {
  const people = (addresses ?? []).flatMap((entry) => entry.group ?? [entry]);
  const texts = people.map((person) => (person.name ? `${person.name} <${person.address}>` : (person.address ?? '')));
  return texts.length === 0 ? '' : `${name}: ${texts.join(', ')}`;
}
