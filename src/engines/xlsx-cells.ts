import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { parseAddress } from './cell-address.ts';
import { plainNumber } from './number-format.ts';
import type { SheetCell, SheetRow } from './sheet-blocks.ts';
import type { StyleFormats } from './xlsx-styles.ts';
import { attribute, childElements, descend, elementText, localName, type XmlElement } from './xml-tree.ts';

/** What cells refer to. Shared texts are normalised. */
export type XlsxBook = { readonly sharedTexts: readonly string[]; readonly formats: StyleFormats };

/** Formulas without a stored result, and where the first of them stands. */
export type FormulaCount = { count: number; first: string };

/**
 * A row of a sheet. Its number and its cells' columns may be left out in the file: they then follow what came before.
 * @param before the number of the row above
 * @param onOpenFormula called with the column of each formula that has no stored result; the formula itself is then the text
 */
export function readRow(
  row: XmlElement,
  before: number,
  book: XlsxBook,
  onOpenFormula: (row: number, column: number) => void,
): SheetRow {
  const number = Number(attribute(row, 'r')) || before + 1;
  const cells: SheetCell[] = [];
  let column = -1;
  for (const cell of childElements(row, 'c')) {
    column = parseAddress(attribute(cell, 'r') ?? '')?.column ?? column + 1;
    const formula = descend(cell, 'f');
    const openFormula = formula && !hasResult(cell) ? formula : undefined;
    if (openFormula) onOpenFormula(number, column);
    const text = openFormula ? formulaText(openFormula) : cellText(cell, book);
    if (text !== '') cells.push({ column, text, isValue: !openFormula && isValueType(attribute(cell, 't')) });
  }
  return { number, cells };
}

/** Numbers and dates have no type or one of these; errors count with them, where a number was meant. */
const isValueType = (type: string | undefined): boolean => type === undefined || /^[nbed]$/.test(type);

/** An empty result is one only where it is said to be a text. */
function hasResult(cell: XmlElement): boolean {
  const value = descend(cell, 'v');
  return (
    (value !== undefined && (attribute(cell, 't') === 'str' || elementText(value) !== '')) || !!descend(cell, 'is')
  );
}

/** Cells that share a formula hold it once, at the first of them. */
function formulaText(formula: XmlElement): string {
  const text = elementText(formula).trim();
  return text === '' ? '' : normaliseProse(`=${text}`);
}

function cellText(cell: XmlElement, { sharedTexts, formats }: XlsxBook): string {
  const value = descend(cell, 'v');
  const raw = value ? elementText(value).trim() : '';
  switch (attribute(cell, 't')) {
    case 's':
      return sharedTexts[Number(raw)] ?? '';
    case 'inlineStr':
      return normaliseProse(richText(descend(cell, 'is')));
    case 'str':
      return value ? normaliseProse(unescaped(elementText(value))) : '';
    case 'b':
      return raw === '' ? '' : raw === '0' ? 'FALSE' : 'TRUE';
    case 'e':
      return raw;
    // ISO 8601; midnight stands for a date without a time.
    case 'd':
      return raw.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ');
    default:
      return numberText(raw, formats(Number(attribute(cell, 's')) || 0));
  }
}

function numberText(raw: string, format: (value: number) => string): string {
  if (raw === '') return '';
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  // More digits than a number keeps are written as they stand.
  return format === plainNumber && /^\d{16,}$/.test(raw) ? raw : normaliseProse(format(value));
}

/** Text of a string with runs of different fonts; not how it is read aloud (`rPh`). */
export function richText(item: XmlElement | undefined): string {
  const parts = (item ? childElements(item) : []).map((part) => {
    if (localName(part) === 't') return elementText(part);
    const inner = localName(part) === 'r' ? descend(part, 't') : undefined;
    return inner ? elementText(inner) : '';
  });
  return unescaped(parts.join(''));
}

/** Characters that XML cannot hold are written as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
