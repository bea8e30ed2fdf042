import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { xlsxParser } from './xlsx-parser.ts';

type SheetParts = {
  readonly name?: string;
  readonly state?: string;
  /** XML of the sheet's rows. */
  readonly rows?: string;
  /** XML after the rows: merged cells, filters, footers. */
  readonly tail?: string;
  /** Members that belong to the sheet: the end of the relation's type, the path in `xl/`, the XML. */
  readonly related?: readonly (readonly [kind: string, path: string, xml: string])[];
};

const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const relations = (list: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships>${list.map(([kind, target], at) => `<Relationship Id="r${at}" Type="${relationType}${kind}" Target="${target}"/>`).join('')}</Relationships>`;

function membersOf(sheets: readonly SheetParts[], others: Readonly<Record<string, string>> = {}) {
  const members: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><workbookPr/><sheets>${sheets
      .map(
        ({ name = 'Sheet', state }, at) => `<sheet name="${name}" r:id="r${at}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at}.xml`]),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00 &quot;€&quot;"/></numFmts><cellXfs>
      <xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...others,
  };
  for (const [at, { rows = '', tail = '', related = [] }] of sheets.entries()) {
    members[`xl/worksheets/sheet${at}.xml`] = `<worksheet><sheetData>${rows}</sheetData>${tail}</worksheet>`;
    members[`xl/worksheets/_rels/sheet${at}.xml.rels`] = relations(related.map(([kind, path]) => [kind, `../${path}`]));
    for (const [, path, xml] of related) members[`xl/${path}`] = xml;
  }
  return members;
}

const zip = (members: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(members).map(([path, text]) => [path, strToU8(text)])));

async function parse(...[sheets, others]: Parameters<typeof membersOf>) {
  return read(zip(membersOf(sheets, others)));
}

async function read(bytes: Uint8Array) {
  const { text, blocks, title, warnings } = await xlsxParser.parse({ name: 'a.xlsx', bytes });
  return {
    blocks: blocks.map(({ kind, span }) => `${kind}: ${text.slice(span.start, span.end)}`),
    title,
    warnings: warnings.map(({ message }) => message),
  };
}

const refusal = async (bytes: Uint8Array) => read(bytes).catch((error: unknown) => error);

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const row = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`;

describe('xlsxParser', () => {
  it('reads rows with their numbers and the names of their columns, values as the sheet shows them', async () => {
    const rows =
      row(...['City', 'Rent', 'From', 'Share', 'Let'].map(text)) +
      row(text('Ulm'), number(840.5, 3), number(45717, 1), number(0.125, 2), '<c t="b"><v>1</v></c>') +
      row(text('Bonn'), number(1020, 3), '<c t="d"><v>2025-04-01T00:00:00</v></c>', '<c t="e"><v>#N/A</v></c>');
    expect(await parse([{ name: 'Rents &amp; more', rows }])).toEqual({
      title: null,
      blocks: [
        'heading: Rents & more',
        'table-row: Row 2 | City: Ulm | Rent: 840.50 € | From: 2025-03-01 | Share: 12.50% | Let: TRUE',
        'table-row: Row 3 | City: Bonn | Rent: 1,020.00 € | From: 2025-04-01 | Share: #N/A',
      ],
      warnings: [],
    });
  });

  it('reads shared strings, their runs without the reading aid, and escaped characters', async () => {
    const others = {
      'xl/sharedStrings.xml':
        '<sst><si><t>plain</t></si><si><r><t>two </t></r><r><t>runs_x000D_</t></r><rPh><t>aid</t></rPh></si><si/></sst>',
    };
    const cells = [0, 1, 2, 9].map((at) => `<c t="s"><v>${at}</v></c>`);
    expect((await parse([{ rows: row(...cells) }], others)).blocks).toEqual([
      'heading: Sheet',
      'table-row: Row 1 | plain | two runs',
    ]);
  });

  it('keeps places: rows and cells that are left out, and prefixes of names', async () => {
    const sheet =
      '<x:worksheet><x:sheetData><x:row r="3"><x:c r="B3"><x:v>1</x:v></x:c></x:row><x:row r="7"/>' +
      '<x:row r="12"><x:c r="AA12" t="str"><x:f>A1</x:f><x:v>a</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const members = { ...membersOf([{}]), 'xl/worksheets/sheet0.xml': sheet };
    expect((await read(zip(members))).blocks).toEqual([
      'heading: Sheet',
      'table-row: Row 3 | 1',
      'table-row: Row 12 | a',
    ]);
  });

  it('says a value over several rows in each of them, and one over several columns once', async () => {
    const rows =
      row(text('Rents 2025')) +
      row(text('Region'), text('City'), text('Rent')) +
      row(text('South'), text('Ulm'), number(840)) +
      row('<c/>', text('Munich'), number(1500)) +
      row('<c/>');
    const tail = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A3:A5"/><mergeCell ref="nonsense"/></mergeCells>';
    expect((await parse([{ rows, tail }])).blocks.slice(1)).toEqual([
      'table-row: Row 1 | Rents 2025',
      'table-row: Row 3 | Region: South | City: Ulm | Rent: 840',
      'table-row: Row 4 | Region: South | City: Munich | Rent: 1500',
    ]);
  });

  it('says what is hidden, drawn, and programmed', async () => {
    const drawing = `<d><anchor><pic/></anchor><anchor><graphicFrame/></anchor><anchor><sp><txBody>
      <p><r><t>Look </t></r><r><t>here</t></r></p></txBody></sp></anchor>
      <AlternateContent><Choice><graphicFrame/></Choice><Fallback><pic/></Fallback></AlternateContent></d>`;
    const sheets = [
      { name: 'Open', rows: row(text('x')), related: [['drawing', 'drawings/drawing1.xml', drawing]] },
      { name: 'Pay', state: 'veryHidden', rows: row(text('y')) },
      { name: 'Nothing', state: 'hidden' },
    ] as const;
    expect(await parse(sheets, { 'xl/vbaProject.bin': 'x' })).toMatchObject({
      blocks: ['heading: Open', 'table-row: Row 1 | x', 'paragraph: Look here', 'heading: Pay', 'table-row: Row 1 | y'],
      warnings: [
        'One sheet is hidden in the workbook and was read too: “Pay”.',
        '2 charts were not read.',
        'One picture was not read.',
        'Macros were not read.',
      ],
    });
  });

  it('says how many formulas have no stored result, and reads them as they are written', async () => {
    const rows =
      row(text('a'), '<c r="C1"><f>SUM(B1:B9)</f></c>') +
      row('<c r="A2"><f>A1*2</f><v/></c>', '<c t="str"><f>x</f><v></v></c>');
    expect(await parse([{ name: 'Sums', rows }])).toMatchObject({
      blocks: ['heading: Sums', 'table-row: Row 1 | a | =SUM(B1:B9)', 'table-row: Row 2 | =A1*2'],
      warnings: [
        '2 formulas have no stored result (the first in C1 of “Sums”); the formula itself was read. Open the workbook in its own program and save it, to have the results read.',
      ],
    });
  });

  it('reads notes and threads of comments below their rows, each thread once', async () => {
    const notes = `<comments><commentList><comment ref="A1"><text><r><t>Bo:</t></r><r><t>\ncheck</t></r></text></comment>
      <comment ref="A2"><text><t>[Threaded comment] too high</t></text></comment></commentList></comments>`;
    const threads =
      '<ThreadedComments><threadedComment ref="A2" personId="p"><text>too high</text></threadedComment></ThreadedComments>';
    const related = [
      ['comments', 'comments1.xml', notes],
      ['threadedComment', 'threadedComments/threadedComment1.xml', threads],
    ] as const;
    const persons = { 'xl/persons/person.xml': '<personList><person id="p" displayName="Ada"/></personList>' };
    expect((await parse([{ rows: row(text('x')) + row(text('y')), related }], persons)).blocks.slice(1)).toEqual([
      'table-row: Row 1 | x',
      'quote: Comment on A1: Bo: check',
      'table-row: Row 2 | y',
      'quote: Comment by Ada on A2: too high',
    ]);
  });

  it('reads headers and footers of printed pages, without codes and page numbers', async () => {
    const tail =
      '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Strictly private&amp;RR&amp;&amp;D</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter></headerFooter>';
    expect((await parse([{ rows: row(text('x')), tail }])).blocks).toContain('paragraph: Strictly private R&D');
  });

  it('takes the title from the properties', async () => {
    const others = { 'docProps/core.xml': '<p><dc:title>My rents</dc:title></p>' };
    expect((await parse([{ rows: row(text('x')) }], others)).title).toBe('My rents');
  });

  it('reads an empty workbook as no text, and says which sheet is missing', async () => {
    expect((await parse([{}, {}])).blocks).toEqual([]);
    const { ['xl/worksheets/sheet1.xml']: _, ...members } = membersOf([{ rows: row(text('x')) }, { name: 'Lost' }]);
    expect((await read(zip(members))).warnings).toEqual([
      'One sheet was not read, because the file does not hold it as a table: “Lost”.',
    ]);
  });

  it('says what is damaged', async () => {
    expect(await refusal(strToU8('PK\x03\x04 no archive'))).toMatchObject({ code: 'document-damaged' });
    expect(await refusal(zip({ 'xl/other.xml': '<x/>' }))).toMatchObject({ code: 'document-damaged' });
    const cut = { ...membersOf([{}]), 'xl/worksheets/sheet0.xml': '<worksheet><sheetData><row><c><v>1</v>' };
    expect(await refusal(zip(cut))).toMatchObject({
      code: 'document-damaged',
      message: expect.stringContaining('xl/worksheets/sheet0.xml'),
    });
  });

  it('refuses an archive that unpacks to too much', async () => {
    const bytes = zip(membersOf([{ rows: row(text('x')) }]));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // The size of the first member that is read, in the directory of the archive.
    const names = String.fromCharCode(...bytes);
    view.setUint32(names.lastIndexOf('xl/workbook.xml') - 46 + 24, 300 * 1024 * 1024, true);
    expect(await refusal(bytes)).toMatchObject({
      code: 'document-too-large',
      message: expect.stringContaining('256 MB'),
    });
  });

  it('refuses a string that so many cells share that the text has no end', async () => {
    const others = { 'xl/sharedStrings.xml': `<sst><si><t>${'long '.repeat(6_000)}</t></si></sst>` };
    const rows = row(...Array.from({ length: 3_000 }, () => '<c t="s"><v>0</v></c>'));
    expect(await parse([{ rows }], others).catch((error: unknown) => error)).toMatchObject({
      code: 'document-too-large',
    });
  });

  it('stops when it is told to', async () => {
    const bytes = zip(membersOf([{ rows: row(text('x')) }]));
    await expect(xlsxParser.parse({ name: 'a.xlsx', bytes }, { signal: { aborted: true } })).rejects.toThrow();
  });
});
