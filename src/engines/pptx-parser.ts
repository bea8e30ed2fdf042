// PowerPoint presentations: every slide a page, with its title, text, tables and the speaker's notes.
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { cellSeparator } from './html-table.ts';
import type { TextBlock } from './html-to-blocks.ts';
import { nextTask } from './next-task.ts';
import { slidesWithoutText } from './slides-without-text.ts';
import {
  attribute,
  childElements,
  descend,
  elementsNamed,
  elementText,
  localName,
  type XmlElement,
  xmlReader,
} from './xml-tree.ts';
import { readZipMembers, resolveMember } from './zip-members.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const wanted =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|(?:slides|notesSlides)\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/;

type Members = (path: string) => XmlElement | undefined;

export const pptxParser: Parser = {
  mediaTypes: [mediaType],
  parse: async (file, options) => {
    const members = readZipMembers(file, (path) => wanted.test(path));
    const root = xmlReader(file.name, members);
    const presentation = root('ppt/presentation.xml');
    if (!presentation) {
      throw new WinnowError(
        'document-damaged',
        `“${file.name}” is damaged: its list of slides is missing. Save it again, and add it again.`,
        { name: file.name },
      );
    }
    const builder = createDocumentBuilder();
    let title: string | null = null;
    for (const [index, path] of slidePaths(presentation, root).entries()) {
      await nextTask();
      throwIfCancelled(options?.signal);
      builder.beginPage(index + 1);
      const slide = root(path);
      const blocks = slide ? [...slideBlocks(slide), ...notesBlocks(path, root)] : [];
      for (const block of blocks) builder.addBlock(block.kind, block.text, block.level);
      title ??= blocks.find(({ kind }) => kind === 'heading')?.text ?? null;
    }
    const content = builder.finish();
    return { mediaType, title, warnings: slidesWithoutText(content.pages), ...content };
  },
};

/** In the order of the presentation, which is not that of the file names. */
function slidePaths(presentation: XmlElement, root: Members): readonly string[] {
  const targets = relations('ppt/presentation.xml', root);
  const list = descend(presentation, 'sldIdLst');
  return (list ? childElements(list, 'sldId') : []).flatMap((slide) => {
    // `id` exists twice, one of them with the prefix of relationships.
    const key = Object.keys(slide.attributes).find((name) => name.endsWith(':id'));
    return targets.get(slide.attributes[key ?? ''] ?? '') ?? [];
  });
}

/** Relationship id → path inside the archive. */
function relations(path: string, root: Members): ReadonlyMap<string, string> {
  const [folder = '', file = ''] = path.split(/\/(?=[^/]*$)/);
  const list = root(`${folder}/_rels/${file}.rels`);
  return new Map(
    (list ? childElements(list, 'Relationship') : []).map((relation) => [
      attribute(relation, 'Id') ?? '',
      resolveMember(path, attribute(relation, 'Target') ?? ''),
    ]),
  );
}

function* notesBlocks(slidePath: string, root: Members): Generator<TextBlock> {
  const path = [...relations(slidePath, root).values()].find((target) => target.startsWith('ppt/notesSlides/'));
  const notes = path === undefined ? undefined : root(path);
  // A notes page repeats the slide's picture and number.
  for (const shape of notes ? elementsNamed(notes, 'sp') : []) {
    if (placeholder(shape) !== 'body') continue;
    for (const text of paragraphs(shape)) yield { kind: 'quote', level: 0, text: `Speaker’s note: ${text}` };
  }
}

function* slideBlocks(slide: XmlElement): Generator<TextBlock> {
  const shapes = [...elementsNamed(slide, 'sp'), ...elementsNamed(slide, 'graphicFrame')];
  const isTitle = (shape: XmlElement): boolean => /^(?:title|ctrTitle)$/.test(placeholder(shape));
  for (const shape of shapes.filter(isTitle)) {
    const text = [...paragraphs(shape)].join(' ');
    if (text !== '') yield { kind: 'heading', level: 1, text };
  }
  for (const shape of shapes.filter((shape) => !isTitle(shape))) {
    if (localName(shape) === 'graphicFrame') yield* tableRows(shape);
    else if (!/^(?:sldNum|dt|ftr)$/.test(placeholder(shape))) {
      for (const text of paragraphs(shape)) yield { kind: 'list-item', level: 0, text };
    }
  }
}

function placeholder(shape: XmlElement): string {
  const mark = descend(shape, 'nvSpPr', 'nvPr', 'ph');
  return mark ? (attribute(mark, 'type') ?? 'body') : '';
}

function* tableRows(frame: XmlElement): Generator<TextBlock> {
  for (const row of elementsNamed(frame, 'tr')) {
    const cells = childElements(row, 'tc').map((cell) => [...paragraphs(cell)].join(' '));
    if (cells.some((cell) => cell !== ''))
      yield { kind: 'table-row', level: 0, text: cells.join(cellSeparator).trim() };
  }
}

function* paragraphs(shape: XmlElement): Generator<string> {
  for (const paragraph of elementsNamed(shape, 'p')) {
    const parts = [...childElements(paragraph)].map((part) =>
      localName(part) === 'br' ? ' ' : [...elementsNamed(part, 't')].map(elementText).join(''),
    );
    const text = normaliseProse(parts.join(''));
    if (text !== '') yield text;
  }
}
