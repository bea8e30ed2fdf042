import type { Interval } from '../../src/core/evaluation/bootstrap.ts';

export type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Columns side by side; the first to the left, the others to the right. */
export function formatText({ head, rows }: Table): string {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(widthOf)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return column === 0 ? cell + gap : gap + cell;
      })
      .join('  ')
      .trimEnd();
  return `${[head, ...rows].map(line).join('\n')}\n`;
}

export function formatMarkdown({ head, rows }: Table): string {
  const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return `${[head, rule, ...rows].map(line).join('\n')}\n`;
}

function widthOf(text: string): number {
  return [...text].length;
}

/** 0.5 as .500, -0.5 as -.500 */
export function formatShare(value: number): string {
  return value.toFixed(3).replace(/^(-?)0/, '$1');
}

/** As .500 (.400–.600) */
export function formatWithInterval({ mean, low, high }: Interval): string {
  return `${formatShare(mean)} (${formatShare(low)}–${formatShare(high)})`;
}
