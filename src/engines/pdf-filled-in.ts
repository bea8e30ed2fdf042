import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Font height where a field adapts it to its own, in points and as a share of the field's height. */
const usualSize = 10;
const sizeShare = 0.7;

/** Text that was typed onto a page after it was made, with the place of its first letter in the page's own coordinates. */
export type FilledIn = { readonly text: string; readonly left: number; readonly bottom: number; readonly size: number };

/** Values of form fields, and notes typed onto the page: neither is among what the page draws. One a line. */
export async function filledIn(page: PDFPageProxy): Promise<readonly FilledIn[]> {
  // Where they are damaged, the page itself may still be whole.
  // SAFETY: pdf.js types them as arrays of anything; each is looked at before it is used.
  const annotations = (await page.getAnnotations().catch(() => [])) as readonly unknown[];
  return annotations.flatMap((annotation) => {
    // SAFETY: an object may be read by key.
    const found = annotation as Readonly<Record<string, unknown>>;
    const text = textOf(found);
    const [left, bottom, , top] = Array.isArray(found['rect']) ? found['rect'].map(Number) : [];
    if (text === '' || found['hidden'] === true || left === undefined || bottom === undefined || top === undefined) {
      return [];
    }
    const size = Math.max(1, Math.min(usualSize, sizeShare * (top - bottom)));
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    // A field of one line has it in its middle, as other text of the same row stands beside it.
    const first = lines.length > 1 ? top - size : (top + bottom) / 2 - size / 3;
    return lines.map((line, place) => ({ text: line, left, bottom: first - 1.2 * size * place, size }));
  });
}

/** Empty for what holds no text: boxes to tick, buttons, links, signatures, passwords. */
function textOf(annotation: Readonly<Record<string, unknown>>): string {
  const { subtype, fieldType, fieldValue, password, contentsObj } = annotation;
  if (subtype === 'FreeText') {
    return typeof contentsObj === 'object' && contentsObj !== null && 'str' in contentsObj
      ? String(contentsObj.str)
      : '';
  }
  if (subtype !== 'Widget' || (fieldType !== 'Tx' && fieldType !== 'Ch') || password === true) return '';
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string').join(', ');
}
