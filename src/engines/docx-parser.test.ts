import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { docxParser } from './docx-parser.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const wrap = (root: string, content: string) => `<?xml version="1.0"?><w:${root} ${namespace}>${content}</w:${root}>`;
const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const style = (id: string, name: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;

function docx(body: string, others: Readonly<Record<string, string>> = {}): Uint8Array {
  const members = { 'word/document.xml': wrap('document', `<w:body>${body}</w:body>`), ...others };
  const zipped = Object.entries(members).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(zipped));
}

async function parse(bytes: Uint8Array) {
  const { text, blocks, title, warnings } = await docxParser.parse({ name: 'a.docx', bytes });
  const read = blocks.map(({ kind, level, span }) => `${kind}${level || ''}: ${text.slice(span.start, span.end)}`);
  return { blocks: read, title, warnings: warnings.map(({ message }) => message) };
}

describe('docxParser', () => {
  it('reads headings by style and outline, lists and tables', async () => {
    const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`;
    const body =
      p('Lease', '<w:pStyle w:val="Titel"/>') +
      p('Rent', '<w:pStyle w:val="berschrift2"/>') +
      p('Own', '<w:outlineLvl w:val="2"/>') +
      p('one', '<w:numPr><w:numId w:val="1"/></w:numPr>') +
      `<w:tbl><w:tr>${cell('Month')}${cell('Euro')}</w:tr><w:tr>${cell('May')}<w:tc>${p('840')}${p('cold')}</w:tc></w:tr></w:tbl>` +
      `<w:sdt><w:sdtContent>${p('Inside a control &amp; read')}</w:sdtContent></w:sdt>`;
    const styles = wrap('styles', style('Titel', 'Title') + style('berschrift2', 'heading 2'));
    expect(await parse(docx(body, { 'word/styles.xml': styles }))).toEqual({
      title: 'Lease',
      blocks: [
        'heading1: Lease',
        'heading2: Rent',
        'heading3: Own',
        'list-item: one',
        'table-row: Month | Euro',
        'table-row: May | 840 cold',
        'paragraph: Inside a control & read',
      ],
      warnings: [],
    });
  });

  it('counts lists and numbered headings as Word does', async () => {
    const level = (at: number, format: string, text: string, more = '') =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`;
    const list = (id: number, levels: string) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
    const use = (id: number, of: number, more = '') =>
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
    const numbering = wrap(
      'numbering',
      list(1, level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%1.%2)') + level(2, 'bullet', '•')) +
        list(2, level(0, 'upperRoman', 'Article %1') + level(1, 'decimal', '%1.%2', '<w:isLgl/>')) +
        list(3, level(0, 'ideographDigital', '%1.')) +
        use(1, 1) +
        use(2, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>') +
        use(3, 2) +
        use(4, 3),
    );
    const styles = wrap(
      'styles',
      '<w:style w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>' +
        '<w:style w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>',
    );
    const item = (text: string, id: number, depth = 0, more = '') =>
      p(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>${more}`);
    const body = [
      p('Parties', '<w:pStyle w:val="H"/>'),
      p('Terms', '<w:pStyle w:val="H"/>'),
      p('Rent', '<w:pStyle w:val="H2"/>'),
      p('No number', '<w:pStyle w:val="H"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
      item('one', 1),
      item('one a', 1, 1),
      item('one b', 1, 1),
      item('a bullet', 1, 2),
      item('two', 1),
      item('', 1),
      item('four', 1),
      item('four a', 1, 1),
      item('deleted', 1, 0, '<w:rPr><w:del/></w:rPr>'),
      item('begun at five', 2),
      item('goes on', 1),
      item('in another script', 4),
      item('of no list', 9),
    ].join('');
    expect((await parse(docx(body, { 'word/numbering.xml': numbering, 'word/styles.xml': styles }))).blocks).toEqual([
      'heading1: Article I Parties',
      'heading1: Article II Terms',
      'heading2: 2.1 Rent',
      'heading1: No number',
      'list-item: 1. one',
      'list-item: 1.a) one a',
      'list-item: 1.b) one b',
      'list-item: a bullet',
      'list-item: 2. two',
      'list-item: 4. four',
      'list-item: 4.a) four a',
      'list-item: deleted',
      'list-item: 5. begun at five',
      'list-item: 6. goes on',
      'list-item: in another script',
      'list-item: of no list',
    ]);
  });

  it('joins runs, keeps breaks, and leaves field codes out', async () => {
    const body =
      '<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:hyperlink><w:r><w:t>rent</w:t></w:r></w:hyperlink>' +
      '<w:r><w:instrText>PAGE</w:instrText><w:t xml:space="preserve"> is</w:t><w:br/><w:t>840</w:t><w:noBreakHyphen/><w:t>euro</w:t></w:r></w:p>';
    expect((await parse(docx(body))).blocks).toEqual(['paragraph: The rent is\n840-euro']);
  });

  it('reads tracked changes as accepted, and says how many', async () => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = `<w:p>${run('Rent: ')}<w:del><w:r><w:delText>800</w:delText></w:r></w:del><w:ins>${run('840')}</w:ins></w:p>`;
    const { blocks, warnings } = await parse(docx(body));
    expect(blocks).toEqual(['paragraph: Rent: 840']);
    expect(warnings).toEqual(['2 tracked changes were read as accepted: deleted text is left out.']);
  });

  it('reads a table in a cell as part of the cell, and counts what is in it once', async () => {
    const inner = `<w:tbl><w:tr><w:tc><w:p><w:ins><w:r><w:t>inner</w:t></w:r></w:ins></w:p></w:tc></w:tr></w:tbl>`;
    const { blocks, warnings } = await parse(
      docx(`<w:tbl><w:tr><w:tc>${p('a')}${inner}</w:tc><w:tc>${p('b')}</w:tc></w:tr></w:tbl>`),
    );
    expect(blocks).toEqual(['table-row: a inner | b']);
    expect(warnings).toEqual(['One tracked change was read as accepted: deleted text is left out.']);
  });

  it('reads notes, comments, text boxes, headers and footers, each once', async () => {
    const body =
      '<w:p><w:r><w:t>Text</w:t><w:footnoteReference w:id="2"/><w:commentReference w:id="0"/></w:r></w:p>' +
      `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${p('In a box')}</w:txbxContent></w:drawing></mc:Choice>` +
      `<mc:Fallback><w:pict><w:txbxContent>${p('In a box')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent>` +
      '<w:drawing><a:blip/></w:drawing></w:r></w:p>';
    const { blocks, warnings } = await parse(
      docx(body, {
        'word/footnotes.xml': wrap('footnotes', `<w:footnote w:id="2">${p('See § 5.')}</w:footnote>`),
        'word/comments.xml': wrap('comments', `<w:comment w:id="0" w:author="Ada">${p('Check this')}</w:comment>`),
        'word/header1.xml': wrap('hdr', p('Draft')),
        'word/header2.xml': wrap('hdr', p('Draft')),
        'word/footer1.xml': wrap('ftr', p('Confidential')),
      }),
    );
    expect(blocks).toEqual([
      'paragraph: Text',
      'paragraph: Note: See § 5.',
      'quote: Comment by Ada: Check this',
      'paragraph: In a box',
      'paragraph: Confidential',
      'paragraph: Draft',
    ]);
    expect(warnings).toEqual(['One picture was not read.']);
  });

  it('takes the title from the properties', async () => {
    const core = '<cp:coreProperties xmlns:dc="d"><dc:title> My lease </dc:title></cp:coreProperties>';
    expect((await parse(docx(p('x'), { 'docProps/core.xml': core }))).title).toBe('My lease');
  });

  it.each([
    ['no archive', new Uint8Array([80, 75, 3, 4, 0, 0])],
    ['an archive cut off', docx(p('x')).subarray(0, 60)],
    ['no text in it', zipSync({ 'word/other.xml': strToU8('<a/>') })],
    ['broken XML', zipSync({ 'word/document.xml': strToU8('<w:document><w:body>') })],
    ['XML nested past the stack', zipSync({ 'word/document.xml': strToU8('<a>'.repeat(200_000)) })],
  ])('says that it is damaged: %s', async (_, bytes) => {
    await expect(docxParser.parse({ name: 'a.docx', bytes })).rejects.toMatchObject({ code: 'document-damaged' });
  });

  it.each([3000, 6000, 9000])('says that XML nested %i deep is damaged, whatever stack there is', async (depth) => {
    const nested = docx('<w:sdt>'.repeat(depth) + p('x') + '</w:sdt>'.repeat(depth));
    await expect(parse(nested)).rejects.toMatchObject({ code: 'document-damaged' });
  });

  it('refuses to unpack without end', async () => {
    const bytes = zipSync({ 'word/document.xml': new Uint8Array(260 * 1024 * 1024) });
    expect(bytes.length).toBeLessThan(1024 * 1024);
    await expect(docxParser.parse({ name: 'a.docx', bytes })).rejects.toMatchObject({ code: 'document-too-large' });
  });
});
