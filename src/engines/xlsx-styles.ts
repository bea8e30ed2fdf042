import { builtInFormat, type NumberFormat, numberFormat, plainNumber } from './number-format.ts';
import { attribute, childElements, descend, type XmlElement } from './xml-tree.ts';

/** The format of a cell by its style, the number in its `s`; plain for a style that the workbook does not have. */
export type StyleFormats = (style: number) => NumberFormat;

export function styleFormats(styles: XmlElement | undefined, epoch: 1900 | 1904): StyleFormats {
  const own = descend(styles, 'numFmts');
  const codes = new Map(
    (own ? childElements(own, 'numFmt') : []).map((format) => [
      Number(attribute(format, 'numFmtId')),
      attribute(format, 'formatCode') ?? 'General',
    ]),
  );
  const cells = descend(styles, 'cellXfs');
  const byStyle = (cells ? childElements(cells, 'xf') : []).map((xf) => {
    const id = Number(attribute(xf, 'numFmtId'));
    return codes.get(id) ?? builtInFormat(id);
  });
  // Thousands of styles share a few formats.
  const made = new Map<string, NumberFormat>();
  return (style) => {
    const code = byStyle[style] ?? 'General';
    if (code === 'General') return plainNumber;
    const format = made.get(code) ?? numberFormat(code, epoch);
    made.set(code, format);
    return format;
  };
}
