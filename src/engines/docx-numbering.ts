// Numbers of lists and headings in WordprocessingML (ECMA-376, part 1, 17.9): they are counted, not written.
import { listNumber, type NumberFormat } from './list-number.ts';
import { attribute, childElements, descend, type XmlElement } from './xml-tree.ts';

/**
 * The number that Word shows before a paragraph, `2.` or `3.1`; empty for bullets and for paragraphs without any.
 * Call it once for each paragraph, in their order: it counts.
 */
export type DocxNumbering = (properties: XmlElement | undefined) => string;

type Level = {
  readonly start: number;
  /** Undefined for what is no number that we know: bullets, counting in words or other scripts. */
  readonly format: NumberFormat | undefined;
  /** `%1.%2` with the numbers of the levels, from 1. */
  readonly text: string;
  /** Its numbers and those above are shown as digits. */
  readonly isLegal: boolean;
  /** Whether it goes on counting below the next paragraph of a higher level. */
  readonly isContinued: boolean;
};

type List = {
  /** Lists of one kind go on counting where the last of them ended. */
  readonly kind: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Levels that begin anew where the list is first used. */
  readonly restarts: ReadonlyMap<number, number>;
};

const formats: Readonly<Record<string, NumberFormat>> = {
  decimal: 'decimal',
  decimalZero: 'decimal-zero',
  lowerLetter: 'lower-letter',
  upperLetter: 'upper-letter',
  lowerRoman: 'lower-roman',
  upperRoman: 'upper-roman',
};
const levelCount = 9;

/** @param numbering the part `word/numbering.xml` @param styles the part `word/styles.xml` */
export function createDocxNumbering(numbering: XmlElement | undefined, styles: XmlElement | undefined): DocxNumbering {
  const lists = listsOf(numbering);
  const styleNumbers = styleNumbersOf(styles);
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  return (properties) => {
    const own = descend(properties, 'numPr');
    const style = attribute(descend(properties, 'pStyle'), 'val') ?? '';
    const inherited = styleNumbers.get(style);
    const listId = attribute(descend(own, 'numId'), 'val') ?? inherited?.listId;
    const list = listId === undefined ? undefined : lists.get(listId);
    // A paragraph that was deleted, in a document whose changes are tracked, is not counted.
    if (listId === undefined || !list || descend(properties, 'rPr', 'del')) return '';
    const depth = Number(attribute(descend(own, 'ilvl'), 'val') ?? inherited?.depth ?? 0);
    const level = list.levels.get(depth);
    if (!level) return '';
    const numbers = counts.get(list.kind) ?? [];
    counts.set(list.kind, numbers);
    if (!begun.has(listId)) {
      begun.add(listId);
      for (const [at, start] of list.restarts) numbers[at] = start - 1;
    }
    count(numbers, depth, list.levels);
    return labelOf(level, numbers, list.levels);
  };
}

function count(numbers: number[], depth: number, levels: ReadonlyMap<number, Level>): void {
  const startOf = (at: number): number => levels.get(at)?.start ?? 1;
  for (let above = 0; above < depth; above++) numbers[above] ??= startOf(above);
  numbers[depth] = (numbers[depth] ?? startOf(depth) - 1) + 1;
  for (let below = depth + 1; below < levelCount; below++) {
    if (levels.get(below)?.isContinued !== true) delete numbers[below];
  }
}

function labelOf(level: Level, numbers: readonly number[], levels: ReadonlyMap<number, Level>): string {
  if (!level.format) return '';
  let isKnown = true;
  const label = level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const format = level.isLegal ? 'decimal' : levels.get(at)?.format;
    if (!format) isKnown = false;
    return format ? listNumber(numbers[at] ?? 0, format) : '';
  });
  return isKnown && level.text.includes('%') ? label.trim() : '';
}

function listsOf(numbering: XmlElement | undefined): ReadonlyMap<string, List> {
  const kinds = new Map<string, XmlElement>();
  const byStyle = new Map<string, XmlElement>();
  for (const kind of numbering ? childElements(numbering, 'abstractNum') : []) {
    kinds.set(attribute(kind, 'abstractNumId') ?? '', kind);
    const style = attribute(descend(kind, 'styleLink'), 'val');
    if (style !== undefined) byStyle.set(style, kind);
  }
  const lists = new Map<string, List>();
  for (const num of numbering ? childElements(numbering, 'num') : []) {
    const kindId = attribute(descend(num, 'abstractNumId'), 'val') ?? '';
    const kind = kinds.get(kindId);
    const linked = byStyle.get(attribute(descend(kind, 'numStyleLink'), 'val') ?? '') ?? kind;
    if (!linked) continue;
    const levels = new Map(childElements(linked, 'lvl').map((element) => [depthOf(element), levelOf(element)]));
    const restarts = new Map<number, number>();
    for (const change of childElements(num, 'lvlOverride')) {
      const other = descend(change, 'lvl');
      if (other) levels.set(depthOf(change), levelOf(other));
      const start = attribute(descend(change, 'startOverride'), 'val');
      if (start !== undefined) restarts.set(depthOf(change), Number(start) || 0);
    }
    const linkedId = attribute(linked, 'abstractNumId') ?? kindId;
    lists.set(attribute(num, 'numId') ?? '', { kind: linkedId, levels, restarts });
  }
  return lists;
}

const depthOf = (element: XmlElement): number => Number(attribute(element, 'ilvl') ?? 0);

function levelOf(element: XmlElement): Level {
  const settingOf = (name: string): string | undefined => attribute(descend(element, name), 'val');
  return {
    start: Number(settingOf('start') ?? 0) || 0,
    format: formats[settingOf('numFmt') ?? 'decimal'],
    text: settingOf('lvlText') ?? '',
    isLegal: descend(element, 'isLgl') !== undefined,
    isContinued: settingOf('lvlRestart') === '0',
  };
}

type StyleNumber = { readonly listId: string; readonly depth: string | undefined };

/** Lists that paragraphs belong to by their style, or by one that it is based on. */
function styleNumbersOf(styles: XmlElement | undefined): ReadonlyMap<string, StyleNumber> {
  const byId = new Map((styles ? childElements(styles, 'style') : []).map((style) => [idOf(style), style]));
  const numbers = new Map<string, StyleNumber>();
  for (const id of byId.keys()) {
    const seen = new Set<string>();
    let depth: string | undefined;
    for (
      let at = byId.get(id);
      at && !seen.has(idOf(at));
      at = byId.get(attribute(descend(at, 'basedOn'), 'val') ?? '')
    ) {
      seen.add(idOf(at));
      const numPr = descend(at, 'pPr', 'numPr');
      depth ??= attribute(descend(numPr, 'ilvl'), 'val');
      const listId = attribute(descend(numPr, 'numId'), 'val');
      if (listId === undefined) continue;
      numbers.set(id, { listId, depth });
      break;
    }
  }
  return numbers;
}

const idOf = (style: XmlElement): string => attribute(style, 'styleId') ?? '';
