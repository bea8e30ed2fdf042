// Word documents: the text of the final version, with headings, lists, tables, notes, comments, headers and footers.
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { bodyBlocks, type DocxFindings, type DocxParts } from './docx-body.ts';
import { createDocxNumbering } from './docx-numbering.ts';
import { nextTask } from './next-task.ts';
import { attribute, childElements, descend, elementText, type XmlElement, xmlReader } from './xml-tree.ts';
import { readZipMembers } from './zip-members.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Blocks between two looks at the cancel signal. */
const blocksPerTurn = 500;

const wanted =
  /^(?:word\/(?:document|styles|numbering|footnotes|endnotes|comments|(?:header|footer)\d*)\.xml|docProps\/core\.xml)$/;

export const docxParser: Parser = {
  mediaTypes: [mediaType],
  parse: async (file, options) => {
    const members = readZipMembers(file, (path) => wanted.test(path));
    const root = xmlReader(file.name, members);
    const body = descend(root('word/document.xml'), 'body');
    if (!body) {
      throw new WinnowError(
        'document-damaged',
        `“${file.name}” is damaged: its text (word/document.xml) is missing. Save it again, and add it again.`,
        { name: file.name },
      );
    }
    throwIfCancelled(options?.signal);
    const styles = root('word/styles.xml');
    const parts: DocxParts = {
      headingLevels: headingLevels(styles),
      listStyles: listStyles(styles),
      numbering: createDocxNumbering(root('word/numbering.xml'), styles),
      notes: notesOf(root),
    };
    const found: DocxFindings = { changeCount: 0, pictureCount: 0 };
    const builder = createDocumentBuilder();
    let title = titleOf(root('docProps/core.xml'));
    let count = 0;
    for (const block of bodyBlocks(body, parts, found)) {
      builder.addBlock(block.kind, block.text, block.level);
      if (block.level === 1) title ??= block.text;
      if (++count % blocksPerTurn === 0) {
        await nextTask();
        throwIfCancelled(options?.signal);
      }
    }
    // Said once, however many sections repeat them.
    const edges = [...members.keys()].filter((path) => /^word\/(?:header|footer)/.test(path)).sort();
    const edgeTexts = edges.flatMap((path) => {
      const edge = root(path);
      return edge ? [...bodyBlocks(edge, parts, found)].map(({ text }) => text) : [];
    });
    for (const text of new Set(edgeTexts)) builder.addBlock('paragraph', text);
    return { mediaType, title, warnings: warningsOf(found), ...builder.finish() };
  },
};

/** Styles that count as headings by their outline level or by their built-in name, `heading 1` to `heading 6` and `Title`. */
function headingLevels(styles: XmlElement | undefined): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const style of styles ? childElements(styles, 'style') : []) {
    const id = attribute(style, 'styleId');
    const name = attribute(descend(style, 'name'), 'val')?.toLowerCase() ?? '';
    const outline = attribute(descend(style, 'pPr', 'outlineLvl'), 'val');
    const level = outline !== undefined && Number(outline) < 9 ? Number(outline) + 1 : namedLevel(name);
    if (id !== undefined && level > 0) levels.set(id, Math.min(6, level));
  }
  return levels;
}

function listStyles(styles: XmlElement | undefined): ReadonlySet<string> {
  const listed = (styles ? childElements(styles, 'style') : []).filter((style) => descend(style, 'pPr', 'numPr'));
  return new Set(listed.map((style) => attribute(style, 'styleId') ?? ''));
}

function namedLevel(name: string): number {
  return name === 'title' ? 1 : Number(/^heading ([1-9])$/.exec(name)?.[1] ?? 0);
}

function notesOf(root: (path: string) => XmlElement | undefined): ReadonlyMap<string, XmlElement> {
  const notes = new Map<string, XmlElement>();
  for (const kind of ['footnote', 'endnote', 'comment']) {
    const part = root(`word/${kind}s.xml`);
    for (const note of part ? childElements(part, kind) : []) notes.set(`${kind} ${attribute(note, 'id')}`, note);
  }
  return notes;
}

function titleOf(core: XmlElement | undefined): string | null {
  const title = descend(core, 'title');
  return (title && elementText(title).trim()) || null;
}

function warningsOf({ changeCount, pictureCount }: DocxFindings): readonly DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  const plural = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`);
  if (changeCount > 0) {
    const what = plural(changeCount, 'tracked change was', 'tracked changes were');
    warnings.push({ code: 'part-not-read', message: `${what} read as accepted: deleted text is left out.` });
  }
  if (pictureCount > 0) {
    const what = plural(pictureCount, 'picture was', 'pictures were');
    warnings.push({ code: 'part-not-read', message: `${what} not read.` });
  }
  return warnings;
}
