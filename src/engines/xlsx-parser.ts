// Excel workbooks (ECMA-376, SpreadsheetML): the values that the sheets show, row by row, with the names of their columns.
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { cellAddress } from './cell-address.ts';
import { nextTask } from './next-task.ts';
import { sheetBlocks } from './sheet-blocks.ts';
import { decodeText } from './text-decoding.ts';
import { createTextLimit } from './text-limit.ts';
import { type FormulaCount, richText, type XlsxBook } from './xlsx-cells.ts';
import { type Relation, relationsOf } from './xlsx-relations.ts';
import { readSheet } from './xlsx-sheet.ts';
import { styleFormats } from './xlsx-styles.ts';
import { cutElements } from './xml-cut.ts';
import {
  attribute,
  childElements,
  descend,
  elementText,
  parseXmlText,
  type XmlElement,
  xmlReader,
} from './xml-tree.ts';
import { readZipMembers } from './zip-members.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const workbookPath = 'xl/workbook.xml';

const wanted =
  /^(?:docProps\/core\.xml|xl\/(?:(?:_rels\/)?workbook\.xml(?:\.rels)?|styles\.xml|sharedStrings\.xml|comments\d*\.xml|(?:worksheets|chartsheets|drawings|tables|comments|threadedComments|persons)\/(?:_rels\/)?[^/]+\.(?:xml|rels)))$/i;

/** A sheet as the workbook lists it; no path where the file does not hold it. */
type SheetEntry = { readonly name: string; readonly isHidden: boolean; readonly relation: Relation | undefined };

/** What the warnings are made of. */
type Findings = {
  readonly hidden: string[];
  readonly missing: string[];
  readonly formulas: FormulaCount;
  pictureCount: number;
  chartCount: number;
  hasMacros: boolean;
};

export const xlsxParser: Parser = {
  mediaTypes: [mediaType],
  parse: async (file, options) => {
    const found: Findings = {
      hidden: [],
      missing: [],
      formulas: { count: 0, first: '' },
      pictureCount: 0,
      chartCount: 0,
      hasMacros: false,
    };
    const members = readZipMembers(file, (path) => {
      if (path === 'xl/vbaProject.bin') found.hasMacros = true;
      return wanted.test(path);
    });
    const root = xmlReader(file.name, members);
    const workbook = root(workbookPath);
    if (!workbook) throw damaged(file.name);
    const pause = async (): Promise<void> => {
      await nextTask();
      throwIfCancelled(options?.signal);
    };
    await pause();
    const epoch = /^(?:1|true)$/.test(attribute(descend(workbook, 'workbookPr'), 'date1904') ?? '') ? 1904 : 1900;
    const relations = relationsOf(workbookPath, root);
    const pathOf = (kind: string): string => relations.find((relation) => relation.kind === kind)?.path ?? '';
    const book: XlsxBook = {
      sharedTexts: sharedTexts(file.name, pathOf('sharedStrings'), members),
      formats: styleFormats(root(pathOf('styles')), epoch),
    };
    const builder = createDocumentBuilder();
    const countCells = createTextLimit(file.name);
    const countChars = createTextLimit(file.name);
    for (const { name, isHidden, relation } of sheetsOf(workbook, relations)) {
      await pause();
      if (relation?.kind === 'chartsheet') found.chartCount++;
      const bytes = relation?.kind === 'worksheet' ? members.get(relation.path) : undefined;
      if (!bytes || !relation) {
        if (relation?.kind !== 'chartsheet') found.missing.push(name);
        continue;
      }
      const source = {
        file: file.name,
        name,
        path: relation.path,
        xml: decodeText(bytes).text,
        root,
        book,
        countChars: countCells,
      };
      const sheet = await readSheet(source, findingsIn(name, found), pause);
      let isEmpty = true;
      for (const block of sheetBlocks(sheet)) {
        isEmpty = false;
        countChars(block.text.length);
        builder.addBlock(block.kind, block.text, block.level);
      }
      if (isHidden && !isEmpty) found.hidden.push(name);
    }
    const title = descend(root('docProps/core.xml'), 'title');
    return {
      mediaType,
      title: (title && elementText(title).trim()) || null,
      warnings: warningsOf(found),
      ...builder.finish(),
    };
  },
};

function sharedTexts(name: string, path: string, members: ReadonlyMap<string, Uint8Array>): readonly string[] {
  const bytes = members.get(path);
  if (!bytes) return [];
  return [...cutElements(decodeText(bytes).text, 'si')].map((piece) =>
    normaliseProse(richText(parseXmlText(name, path, piece))),
  );
}

/** In the order of the tabs. */
function sheetsOf(workbook: XmlElement, relations: readonly Relation[]): readonly SheetEntry[] {
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const list = descend(workbook, 'sheets');
  return (list ? childElements(list, 'sheet') : []).map((sheet) => {
    const key = Object.keys(sheet.attributes).find((name) => name.endsWith(':id')) ?? '';
    return {
      name: attribute(sheet, 'name') ?? '',
      isHidden: /hidden/i.test(attribute(sheet, 'state') ?? ''),
      relation: byId.get(sheet.attributes[key] ?? ''),
    };
  });
}

function findingsIn(sheet: string, found: Findings): Parameters<typeof readSheet>[1] {
  return {
    onOpenFormula: (row, column) => {
      if (found.formulas.count++ === 0) found.formulas.first = `${cellAddress(row, column)} of “${sheet}”`;
    },
    onDrawn: (kind) => {
      if (kind === 'chart') found.chartCount++;
      else found.pictureCount++;
    },
  };
}

function warningsOf(found: Findings): readonly DocumentWarning[] {
  const messages: string[] = [];
  const plural = (count: number, one: string, many: string): string =>
    count === 1 ? `One ${one}` : `${count} ${many}`;
  const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');
  if (found.hidden.length > 0) {
    const what = plural(
      found.hidden.length,
      'sheet is hidden in the workbook and was',
      'sheets are hidden in the workbook and were',
    );
    messages.push(`${what} read too: ${quoted(found.hidden)}.`);
  }
  if (found.missing.length > 0) {
    const what = plural(found.missing.length, 'sheet was', 'sheets were');
    messages.push(`${what} not read, because the file does not hold it as a table: ${quoted(found.missing)}.`);
  }
  const { count, first } = found.formulas;
  if (count > 0) {
    const what = plural(count, 'formula has', 'formulas have');
    const where = count === 1 ? `in ${first}` : `the first in ${first}`;
    messages.push(
      `${what} no stored result (${where}); the formula itself was read. Open the workbook in its own program and save it, to have the results read.`,
    );
  }
  if (found.chartCount > 0) messages.push(`${plural(found.chartCount, 'chart was', 'charts were')} not read.`);
  if (found.pictureCount > 0) messages.push(`${plural(found.pictureCount, 'picture was', 'pictures were')} not read.`);
  if (found.hasMacros) messages.push('Macros were not read.');
  return messages.map((message) => ({ code: 'part-not-read', message }));
}

function damaged(name: string): WinnowError {
  return new WinnowError(
    'document-damaged',
    `“${name}” is damaged: its list of sheets (${workbookPath}) is missing. Save it again, and add it again.`,
    { name },
  );
}
