// OpenDocument texts, spreadsheets and presentations (OASIS ODF 1.3): all three keep their content in content.xml.
import { createDocumentBuilder, type DocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseLines, normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { BlockKind, DocumentWarning } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { cellSeparator } from './html-table.ts';
import { namedRows } from './named-rows.ts';
import { nextTask } from './next-task.ts';
import { createOdfNumbering, type OdfNumbering } from './odf-numbering.ts';
import { slidesWithoutText } from './slides-without-text.ts';
import {
  attribute,
  childElements,
  contents,
  descend,
  elementsNamed,
  elementText,
  localName,
  type XmlElement,
  xmlReader,
} from './xml-tree.ts';
import { readZipMembers } from './zip-members.ts';

const mediaType = 'application/vnd.oasis.opendocument';
/** A cell is written once with the number of its repetitions; a sheet's empty end is repeated thousands of times. */
const maxRepeatedCells = 50;

export const odfParser: Parser = {
  mediaTypes: [mediaType],
  parse: async (file, options) => {
    const members = readZipMembers(file, (path) => /^(?:content|styles|meta|META-INF\/manifest)\.xml$/.test(path));
    const manifest = new TextDecoder().decode(members.get('META-INF/manifest.xml'));
    if (manifest.includes('encryption-data')) throw passwordNeeded(file.name);
    const xml = xmlReader(file.name, members);
    const content = xml('content.xml');
    const body = descend(content, 'body');
    const [kind] = body ? childElements(body) : [];
    if (!kind) throw damaged(file.name);
    const builder = createDocumentBuilder();
    const styles = xml('styles.xml');
    const numbering = createOdfNumbering([
      descend(content, 'automatic-styles'),
      descend(styles, 'styles'),
      descend(styles, 'automatic-styles'),
    ]);
    for (const [index, part] of childElements(kind).entries()) {
      await nextTask();
      throwIfCancelled(options?.signal);
      if (localName(part) === 'page') addSlide(part, index + 1, builder, numbering);
      else if (localName(kind) === 'spreadsheet' && localName(part) === 'table') addSheet(part, builder);
      else addPart(part, 'paragraph', builder, numbering);
    }
    if (localName(kind) === 'text') for (const edge of edgeTexts(styles)) builder.addBlock('paragraph', edge);
    const title = descend(xml('meta.xml'), 'meta', 'title');
    const { text, blocks, pages } = builder.finish();
    const heading = blocks.find(({ level }) => level === 1)?.span;
    return {
      mediaType,
      title: (title && elementText(title).trim()) || (heading ? text.slice(heading.start, heading.end) : null),
      warnings: [
        ...slidesWithoutText(pages),
        ...changesRead(kind),
        ...hiddenSheets(kind, descend(content, 'automatic-styles')),
      ],
      text,
      blocks,
      pages,
    };
  },
};

function addPart(part: XmlElement, kind: BlockKind, builder: DocumentBuilder, numbering: OdfNumbering): void {
  switch (localName(part)) {
    case 'h':
    case 'p':
      addText(part, kind, builder, numbering);
      break;
    case 'list':
      addList(part, builder, numbering);
      break;
    case 'table':
      for (const row of rowsOf(part)) {
        if (row.some((cell) => cell !== '')) builder.addBlock('table-row', row.join(cellSeparator).trim());
      }
      break;
    // What was deleted or changed before, and what is computed from the text.
    case 'tracked-changes':
    case 'table-of-content':
    case 'alphabetical-index':
      break;
    default:
      for (const child of childElements(part)) {
        addPart(child, kind, builder, numbering);
      }
  }
}

/** People refer to the items of a numbered list by their number. One that only holds a list has none of its own. */
function addList(list: XmlElement, builder: DocumentBuilder, numbering: OdfNumbering): void {
  numbering.enter(list);
  for (const item of childElements(list)) {
    const parts = childElements(item);
    const isCounted = localName(item) === 'list-item' && parts.some(isTextPart);
    let number = isCounted ? numbering.numberOf(item) : '';
    for (const part of parts) {
      if (isTextPart(part)) {
        addText(part, 'list-item', builder, numbering, number);
        number = '';
      } else addPart(part, 'list-item', builder, numbering);
    }
  }
  numbering.leave();
}

const isTextPart = (part: XmlElement): boolean => localName(part) === 'p' || localName(part) === 'h';

/** A heading or paragraph, then the notes, comments and text boxes in it. @param kind of a paragraph here */
function addText(
  element: XmlElement,
  kind: BlockKind,
  builder: DocumentBuilder,
  numbering: OdfNumbering,
  number = '',
): void {
  const attached: XmlElement[] = [];
  const raw = inlineText(element, attached);
  const written = raw.includes('\n') ? normaliseLines(raw) : normaliseProse(raw);
  const text = number === '' || written === '' ? written : `${number} ${written}`;
  if (localName(element) === 'h') {
    const level = Math.min(6, Math.max(1, Number(attribute(element, 'outline-level')) || 1));
    builder.addBlock('heading', text, level);
  } else builder.addBlock(kind, text);
  for (const part of attached) {
    const name = localName(part);
    if (name === 'frame') addPart(part, 'paragraph', builder, numbering);
    else {
      const note = normaliseProse(inlineText(name === 'note' ? (descend(part, 'note-body') ?? part) : part, []));
      const author = descend(part, 'creator');
      const by = author ? ` by ${elementText(author).trim()}` : '';
      if (note !== '') builder.addBlock('quote', `${name === 'note' ? 'Note' : `Comment${by}`}: ${note}`);
    }
  }
}

function inlineText(element: XmlElement, attached: XmlElement[]): string {
  return [...contents(element)]
    .map((part) => (typeof part === 'string' ? part.replace(/\s+/g, ' ') : inlineElement(part, attached)))
    .join('');
}

function inlineElement(element: XmlElement, attached: XmlElement[]): string {
  switch (localName(element)) {
    case 's':
    case 'tab':
      return ' ';
    case 'line-break':
      return '\n';
    case 'note':
    case 'annotation':
    case 'frame':
      attached.push(element);
      return '';
    case 'p':
      return `${inlineText(element, attached)} `;
    // Who wrote a comment and when, said apart from it.
    case 'creator':
    case 'creator-initials':
    case 'date':
    case 'date-string':
      return '';
    default:
      return inlineText(element, attached);
  }
}

/** A sheet: its name, then its rows with the names of its columns. */
function addSheet(table: XmlElement, builder: DocumentBuilder): void {
  const rows = rowsOf(table).filter((row) => row.some((cell) => cell !== ''));
  if (rows.length === 0) return;
  builder.addBlock('heading', normaliseProse(attribute(table, 'name') ?? ''), 1);
  for (const row of namedRows(rows)) builder.addBlock('table-row', row);
}

function addSlide(page: XmlElement, number: number, builder: DocumentBuilder, numbering: OdfNumbering): void {
  builder.beginPage(number);
  for (const part of childElements(page)) {
    const role = attribute(part, 'class') ?? '';
    if (localName(part) === 'notes') addNotes(part, builder);
    else if (role === 'title') builder.addBlock('heading', normaliseProse(inlineText(part, [])), 1);
    else if (!isPageMark(role)) addPart(part, 'list-item', builder, numbering);
  }
}

/** A notes page repeats the slide's picture and number. */
function addNotes(page: XmlElement, builder: DocumentBuilder): void {
  for (const frame of childElements(page, 'frame')) {
    if (isPageMark(attribute(frame, 'class') ?? '')) continue;
    for (const box of elementsNamed(frame, 'text-box')) {
      const note = normaliseProse(inlineText(box, []));
      if (note !== '') builder.addBlock('quote', `Speaker’s note: ${note}`);
    }
  }
}

const isPageMark = (role: string): boolean => /^(?:header|footer|date-time|page-number)$/.test(role);

/** Headers and footers of a text's pages, each said once. */
function edgeTexts(styles: XmlElement | undefined): ReadonlySet<string> {
  const masters = descend(styles, 'master-styles');
  const edges = (masters ? childElements(masters, 'master-page') : []).flatMap((page) =>
    childElements(page).filter((edge) => /^(?:header|footer)/.test(localName(edge))),
  );
  return new Set(edges.flatMap((edge) => [...elementsNamed(edge, 'p')].map((p) => normaliseProse(inlineText(p, [])))));
}

function changesRead(kind: XmlElement): readonly DocumentWarning[] {
  const changes = descend(kind, 'tracked-changes');
  const count = changes ? childElements(changes, 'changed-region').length : 0;
  if (count === 0) return [];
  const what = count === 1 ? 'One tracked change was' : `${count} tracked changes were`;
  return [{ code: 'part-not-read', message: `${what} read as accepted: deleted text is left out.` }];
}

function hiddenSheets(kind: XmlElement, styles: XmlElement | undefined): readonly DocumentWarning[] {
  const hiding = new Set(
    (styles ? childElements(styles, 'style') : [])
      .filter((style) => attribute(descend(style, 'table-properties'), 'display') === 'false')
      .map((style) => attribute(style, 'name')),
  );
  const names = childElements(kind, 'table')
    .filter((table) => hiding.has(attribute(table, 'style-name')))
    .map((table) => `“${attribute(table, 'name') ?? ''}”`);
  if (names.length === 0) return [];
  const what = names.length === 1 ? 'One sheet is hidden and was' : `${names.length} sheets are hidden and were`;
  return [{ code: 'part-not-read', message: `${what} read too: ${names.join(', ')}.` }];
}

/** Cells of every row, rows of tables in cells left to those cells. */
function rowsOf(table: XmlElement): readonly (readonly string[])[] {
  return childElements(table).flatMap((part) => {
    switch (localName(part)) {
      case 'table-row':
        return [rowCells(part)];
      case 'table-header-rows':
      case 'table-rows':
      case 'table-row-group':
        return rowsOf(part);
      default:
        return [];
    }
  });
}

function rowCells(row: XmlElement): readonly string[] {
  return childElements(row).flatMap((cell) => {
    if (localName(cell) !== 'table-cell' && localName(cell) !== 'covered-table-cell') return [];
    const text = normaliseProse(inlineText(cell, []));
    const times = Math.min(maxRepeatedCells, Number(attribute(cell, 'number-columns-repeated')) || 1);
    return Array.from({ length: times }, () => text);
  });
}

function damaged(name: string): WinnowError {
  return new WinnowError(
    'document-damaged',
    `“${name}” is damaged: its text (content.xml) is missing. Save it again, and add it again.`,
    { name },
  );
}

function passwordNeeded(name: string): WinnowError {
  return new WinnowError(
    'document-encrypted',
    `“${name}” is protected with a password. Open it, save a copy without one, and add that.`,
    { name },
  );
}
