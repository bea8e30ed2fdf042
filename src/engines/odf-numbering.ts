// Numbers of lists in OpenDocument (ODF 1.3, part 3, 5.3 and 16.30): they are counted, not written.
import { listNumber, type NumberFormat } from './list-number.ts';
import { attribute, childElements, localName, type XmlElement } from './xml-tree.ts';

/** Counts the items of lists, in the order of the text. */
export type OdfNumbering = {
  readonly enter: (list: XmlElement) => void;
  /** The number shown before an item of the list entered last, `2.` or `3.1`; empty for bullets. */
  readonly numberOf: (item: XmlElement) => string;
  readonly leave: () => void;
};

type Level = {
  readonly start: number;
  /** Undefined for bullets, and for levels whose numbers are not shown. */
  readonly format: NumberFormat | undefined;
  readonly prefix: string;
  readonly suffix: string;
  /** Levels shown: itself, and those above it. */
  readonly shownCount: number;
};

type OpenList = {
  readonly id: string | undefined;
  readonly style: string;
  last: number;
  readonly level: Level | undefined;
};

const formats: Readonly<Record<string, NumberFormat>> = {
  '1': 'decimal',
  a: 'lower-letter',
  A: 'upper-letter',
  i: 'lower-roman',
  I: 'upper-roman',
};

/** @param styleRoots elements that hold list styles; the first of a name counts */
export function createOdfNumbering(styleRoots: readonly (XmlElement | undefined)[]): OdfNumbering {
  const styles = stylesOf(styleRoots);
  const open: OpenList[] = [];
  /** Where lists ended, by style and by their own id. */
  const lastOfStyle = new Map<string, number>();
  const lastOfList = new Map<string, number>();
  return {
    enter: (list) => {
      const style = attribute(list, 'style-name') ?? open.at(-1)?.style ?? '';
      const level = styles.get(style)?.get(open.length + 1);
      const continued = attribute(list, 'continue-list');
      const before =
        continued !== undefined
          ? lastOfList.get(continued)
          : attribute(list, 'continue-numbering') === 'true'
            ? lastOfStyle.get(`${open.length} ${style}`)
            : undefined;
      open.push({ id: attribute(list, 'id'), style, level, last: before ?? (level?.start ?? 1) - 1 });
    },
    numberOf: (item) => {
      const list = open.at(-1);
      if (!list) return '';
      const start = attribute(item, 'start-value');
      list.last = start === undefined ? list.last + 1 : Number(start) || 0;
      const { level } = list;
      if (!level?.format) return '';
      const shown = open.slice(Math.max(0, open.length - level.shownCount));
      const numbers = shown.flatMap(numberIn);
      return `${level.prefix}${numbers.join('.')}${level.suffix}`.trim();
    },
    leave: () => {
      const list = open.pop();
      if (!list) return;
      lastOfStyle.set(`${open.length} ${list.style}`, list.last);
      if (list.id !== undefined) lastOfList.set(list.id, list.last);
    },
  };
}

/** A list whose items only hold lists so far counts as begun. */
function numberIn({ level, last }: OpenList): readonly string[] {
  return level?.format ? [listNumber(last === level.start - 1 ? level.start : last, level.format)] : [];
}

function stylesOf(roots: readonly (XmlElement | undefined)[]): ReadonlyMap<string, ReadonlyMap<number, Level>> {
  const styles = new Map<string, ReadonlyMap<number, Level>>();
  for (const style of roots.flatMap((root) => (root ? childElements(root, 'list-style') : []))) {
    const name = attribute(style, 'name') ?? '';
    if (styles.has(name)) continue;
    styles.set(name, new Map(childElements(style).map((level) => [Number(attribute(level, 'level')), levelOf(level)])));
  }
  return styles;
}

function levelOf(element: XmlElement): Level {
  const isNumbered = localName(element) === 'list-level-style-number';
  return {
    start: Number(attribute(element, 'start-value') ?? 1) || 0,
    format: isNumbered ? formats[attribute(element, 'num-format') ?? ''] : undefined,
    prefix: attribute(element, 'num-prefix') ?? '',
    suffix: attribute(element, 'num-suffix') ?? '',
    shownCount: Number(attribute(element, 'display-levels') ?? 1) || 1,
  };
}
