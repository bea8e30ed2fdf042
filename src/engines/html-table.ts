import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import { type HtmlElement, type HtmlNode, isElement } from './html-dom.ts';

/** Between the cells of a row. */
export const cellSeparator = ' | ';

/** False for tables that only lay a page out: one column, one row, or a table, heading or list inside a cell. */
export function isDataTable(table: HtmlElement): boolean {
  if (table.getAttribute('role') === 'presentation') return false;
  if (table.querySelector('table, h1, h2, h3, h4, h5, h6, pre')) return false;
  const rows = [...table.querySelectorAll('tr')];
  return rows.length > 1 && rows.some((row) => [...row.children].length > 1);
}

/** The caption, then one line of text a row. */
export function* tableRows(table: HtmlElement, isHidden: (element: HtmlElement) => boolean): Generator<string> {
  const caption = normaliseProse(table.querySelector('caption')?.textContent ?? '');
  if (caption !== '') yield caption;
  for (const row of table.querySelectorAll('tr')) {
    if (isHidden(row)) continue;
    const cells = [...row.children].filter((cell) => !isHidden(cell)).map((cell) => normaliseProse(cellText(cell)));
    const text = cells.join(cellSeparator).trim();
    if (cells.some((cell) => cell !== '')) yield text;
  }
}

/** Text of a cell with a space where an element inside it ends: `<p>a</p><p>b</p>` is `a b`. */
function cellText(cell: HtmlElement): string {
  const parts: string[] = [];
  const stack: HtmlNode[] = [cell];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.nodeType === 3) parts.push(node.textContent ?? '');
    const name = isElement(node) ? node.localName.toLowerCase() : '';
    if (name === 'script' || name === 'style' || name === 'template') continue;
    if (/^(?:p|div|li|br|ul|ol)$/.test(name)) parts.push(' ');
    for (let child = node.lastChild; child; child = child.previousSibling) stack.push(child);
  }
  return parts.join('');
}
