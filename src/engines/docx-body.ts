// WordprocessingML → blocks of text (ECMA-376, part 1, chapter 17): what a reader of the final document sees.
import { normaliseLines, normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import type { DocxNumbering } from './docx-numbering.ts';
import { cellSeparator } from './html-table.ts';
import type { TextBlock } from './html-to-blocks.ts';
import {
  attribute,
  childElements,
  descend,
  elementsNamed,
  elementText,
  localName,
  type XmlElement,
} from './xml-tree.ts';

export type DocxParts = {
  /** Style id → heading level 1–6. */
  readonly headingLevels: ReadonlyMap<string, number>;
  /** Ids of styles whose paragraphs are items of a list. */
  readonly listStyles: ReadonlySet<string>;
  readonly numbering: DocxNumbering;
  /** By `footnote 2`, `endnote 2`, `comment 2`. */
  readonly notes: ReadonlyMap<string, XmlElement>;
};

export type DocxFindings = { changeCount: number; pictureCount: number };

/** Elements that only wrap others, wherever they stand. */
const wrappers = new Set([
  'sdt',
  'sdtContent',
  'ins',
  'moveTo',
  'customXml',
  'smartTag',
  'hyperlink',
  'fldSimple',
  'dir',
  'bdo',
]);

/** The blocks of a body, a cell, a text box, a note, a header. @param found is counted up */
export function* bodyBlocks(container: XmlElement, parts: DocxParts, found: DocxFindings): Generator<TextBlock> {
  for (const child of childElements(container)) {
    const name = localName(child);
    if (name === 'p') yield* paragraphBlocks(child, parts, found);
    else if (name === 'tbl') yield* tableBlocks(child, parts, found);
    else if (wrappers.has(name)) yield* bodyBlocks(child, parts, found);
  }
}

/** A table in a cell is part of that cell. */
function* tableBlocks(table: XmlElement, parts: DocxParts, found: DocxFindings): Generator<TextBlock> {
  for (const row of childElements(table, 'tr')) {
    const cells = childElements(row, 'tc').map((cell) =>
      normaliseProse([...bodyBlocks(cell, parts, found)].map(({ text }) => text).join(' ')),
    );
    if (cells.some((cell) => cell !== '')) {
      yield { kind: 'table-row', level: 0, text: cells.join(cellSeparator).trim() };
    }
  }
}

/** The paragraph, then what hangs on it: text boxes, notes and comments. */
function* paragraphBlocks(paragraph: XmlElement, parts: DocxParts, found: DocxFindings): Generator<TextBlock> {
  const attached: TextBlock[] = [];
  const raw = runText(paragraph, parts, found, attached);
  const written = raw.includes('\n') ? normaliseLines(raw) : normaliseProse(raw);
  const properties = descend(paragraph, 'pPr');
  // An empty paragraph is counted as well. People refer to the items of a numbered list by their number.
  const number = parts.numbering(properties);
  const text = number === '' || written === '' ? written : `${number} ${written}`;
  const level = headingLevel(properties, parts);
  const style = attribute(descend(properties, 'pStyle'), 'val') ?? '';
  const isListed = descend(properties, 'numPr') !== undefined || parts.listStyles.has(style);
  if (text !== '') yield { kind: level > 0 ? 'heading' : isListed ? 'list-item' : 'paragraph', level, text };
  yield* attached;
}

function headingLevel(properties: XmlElement | undefined, { headingLevels }: DocxParts): number {
  const own = attribute(descend(properties, 'outlineLvl'), 'val');
  // 9 is "body text".
  if (own !== undefined && Number(own) < 9) return Math.min(6, Number(own) + 1);
  return headingLevels.get(attribute(descend(properties, 'pStyle'), 'val') ?? '') ?? 0;
}

function runText(node: XmlElement, parts: DocxParts, found: DocxFindings, attached: TextBlock[]): string {
  let text = '';
  for (const child of childElements(node)) {
    switch (localName(child)) {
      case 't':
        text += elementText(child);
        break;
      case 'tab':
        text += '\t';
        break;
      case 'br':
      case 'cr':
        text += '\n';
        break;
      case 'noBreakHyphen':
        text += '-';
        break;
      case 'del':
      case 'moveFrom':
        found.changeCount++;
        break;
      case 'ins':
      case 'moveTo':
        found.changeCount++;
        text += runText(child, parts, found, attached);
        break;
      case 'pict':
      case 'drawing':
        if (![...elementsNamed(child, 'txbxContent')].length) found.pictureCount++;
        for (const box of elementsNamed(child, 'txbxContent')) attached.push(...bodyBlocks(box, parts, found));
        break;
      case 'footnoteReference':
      case 'endnoteReference':
      case 'commentReference':
        attached.push(...noteBlocks(child, parts, found));
        break;
      // Written twice for older readers; the properties hold no text.
      case 'Fallback':
      case 'pPr':
      case 'rPr':
        break;
      default:
        text += runText(child, parts, found, attached);
    }
  }
  return text;
}

function* noteBlocks(reference: XmlElement, parts: DocxParts, found: DocxFindings): Generator<TextBlock> {
  const kind = localName(reference).replace('Reference', '');
  const note = parts.notes.get(`${kind} ${attribute(reference, 'id')}`);
  if (!note) return;
  const author = attribute(note, 'author');
  const text = [...bodyBlocks(note, parts, found)].map((block) => block.text).join(' ');
  if (text === '') return;
  yield kind === 'comment'
    ? { kind: 'quote', level: 0, text: `${author ? `Comment by ${author}` : 'Comment'}: ${text}` }
    : { kind: 'paragraph', level: 0, text: `Note: ${text}` };
}
