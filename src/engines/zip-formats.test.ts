// Damaged office files and books: whatever a byte is changed to, the file is read, or refused with a reason.
import { fc, test } from '@fast-check/vitest';
import { strToU8, zipSync } from 'fflate';
import { expect } from 'vitest';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { docxParser } from './docx-parser.ts';
import { epubParser } from './epub-parser.ts';
import { odfParser } from './odf-parser.ts';
import { pptxParser } from './pptx-parser.ts';
import { xlsxParser } from './xlsx-parser.ts';

/** Not compressed, so that a changed byte changes the XML as often as the archive around it. */
const archive = (members: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(members).map(([path, text]) => [path, strToU8(text)])), { level: 0 });

const files: readonly (readonly [string, Parser, Uint8Array])[] = [
  [
    'docx',
    docxParser,
    archive({
      'word/document.xml':
        '<w:document><w:body><w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Title</w:t><w:footnoteReference w:id="1"/></w:r></w:p>' +
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>',
      'word/styles.xml': '<w:styles><w:style w:styleId="H"><w:name w:val="heading 2"/></w:style></w:styles>',
      'word/footnotes.xml': '<w:f><w:footnote w:id="1"><w:p><w:r><w:t>n</w:t></w:r></w:p></w:footnote></w:f>',
    }),
  ],
  [
    'pptx',
    pptxParser,
    archive({
      'ppt/presentation.xml': '<p:p><p:sldIdLst><p:sldId id="1" r:id="r1"/></p:sldIdLst></p:p>',
      'ppt/_rels/presentation.xml.rels': '<R><Relationship Id="r1" Target="slides/slide1.xml"/></R>',
      'ppt/slides/slide1.xml': '<p:sld><p:sp><a:p><a:r><a:t>text</a:t></a:r></a:p></p:sp></p:sld>',
    }),
  ],
  [
    'xlsx',
    xlsxParser,
    archive({
      'xl/workbook.xml': '<w><sheets><sheet name="S" r:id="r1"/></sheets></w>',
      'xl/_rels/workbook.xml.rels':
        '<R><Relationship Id="r1" Type="t/worksheet" Target="worksheets/s.xml"/><Relationship Id="r2" Type="t/styles" Target="styles.xml"/></R>',
      'xl/styles.xml':
        '<s><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></s>',
      'xl/worksheets/s.xml':
        '<w><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="B1" s="0"><v>0.5</v></c></row>' +
        '<row r="2"><c r="B2"><f>1+1</f></c></row></sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></w>',
      'xl/worksheets/_rels/s.xml.rels': '<R><Relationship Id="r1" Type="t/comments" Target="../comments1.xml"/></R>',
      'xl/comments1.xml': '<c><comment ref="A1"><text><t>n</t></text></comment></c>',
    }),
  ],
  [
    'odf',
    odfParser,
    archive({
      'content.xml':
        '<d><office:body><office:spreadsheet><table:table table:name="S"><table:table-row>' +
        '<table:table-cell table:number-columns-repeated="3"><text:p>x</text:p></table:table-cell></table:table-row>' +
        '</table:table></office:spreadsheet></office:body></d>',
    }),
  ],
  [
    'epub',
    epubParser,
    archive({
      'META-INF/container.xml': '<c><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></c>',
      'b/book.opf': '<p><manifest><item id="a" href="one%20.xhtml"/></manifest><spine><itemref idref="a"/></spine></p>',
      'b/one .xhtml': '<html><body><p>It rained.</p></body></html>',
    }),
  ],
];

const change = fc.record({ at: fc.nat(5000), byte: fc.integer({ min: 0, max: 255 }) });

for (const [name, parser, bytes] of files) {
  test.prop([fc.array(change, { minLength: 1, maxLength: 6 })], { numRuns: 300 })(
    `reads or refuses a damaged ${name}`,
    async (changes) => {
      const damaged = bytes.slice();
      for (const { at, byte } of changes) damaged[at % damaged.length] = byte;
      const found = await parser.parse({ name: `a.${name}`, bytes: damaged }).catch((error: unknown) => error);
      expect(found instanceof Error && !(found instanceof WinnowError) ? found : null).toBeNull();
    },
  );
}
