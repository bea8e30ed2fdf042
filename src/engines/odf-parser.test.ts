import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { odfParser } from './odf-parser.ts';

function odf(body: string, others: Readonly<Record<string, string>> = {}): Uint8Array {
  const members = {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    ...others,
  };
  return zipSync(Object.fromEntries(Object.entries(members).map(([path, text]) => [path, strToU8(text)])));
}

async function parse(bytes: Uint8Array) {
  const { text, blocks, title, pages, warnings } = await odfParser.parse({ name: 'a.odt', bytes });
  const read = blocks.map(({ kind, level, span }) => `${kind}${level || ''}: ${text.slice(span.start, span.end)}`);
  return {
    blocks: read,
    title,
    pages: pages.map(({ number }) => number),
    warnings: warnings.map(({ message }) => message),
  };
}

const cell = (text: string, repeated = 1) =>
  `<table:table-cell table:number-columns-repeated="${repeated}"><text:p>${text}</text:p></table:table-cell>`;
const row = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;

describe('odfParser', () => {
  it('counts numbered lists: levels, starts, and lists that go on', async () => {
    const level = (at: number, format: string, more = '') =>
      `<text:list-level-style-number text:level="${at}" style:num-format="${format}" style:num-suffix="." ${more}/>`;
    const styles = `<office:document-styles><office:styles><text:list-style style:name="N">${
      level(1, '1') + level(2, 'a', 'text:display-levels="2"')
    }<text:list-level-style-bullet text:level="3"/></text:list-style><text:list-style style:name="R">${level(
      1,
      'I',
      'text:start-value="4"',
    )}</text:list-style></office:styles></office:document-styles>`;
    const item = (content: string, more = '') => `<text:list-item ${more}>${content}</text:list-item>`;
    const text = (words: string) => `<text:p>${words}</text:p>`;
    const list = (items: string, more = 'text:style-name="N"') => `<text:list ${more}>${items}</text:list>`;
    const body = `<office:text>${[
      list(
        item(text('one') + text('still one')) +
          item(text('two') + list(item(text('two a') + list(item(text('a bullet')), '')) + item(text('two b')), '')) +
          `<text:list-header>${text('a header')}</text:list-header>` +
          item(text('seven'), 'text:start-value="7"'),
      ),
      list(item(text('from one')), 'text:style-name="N" xml:id="x"'),
      list(item(text('from four')), 'text:style-name="R"'),
      list(item(text('goes on')), 'text:style-name="N" text:continue-numbering="true"'),
      list(item(list(item(text('below nothing')), ''))),
      list(item(text('goes on with x')), 'text:style-name="N" text:continue-list="x"'),
      list(item(text('of no style')), 'text:style-name="none"'),
    ].join('')}</office:text>`;
    expect((await parse(odf(body, { 'styles.xml': styles }))).blocks).toEqual([
      'list-item: 1. one',
      'list-item: still one',
      'list-item: 2. two',
      'list-item: 2.a. two a',
      'list-item: a bullet',
      'list-item: 2.b. two b',
      'list-item: a header',
      'list-item: 7. seven',
      'list-item: 1. from one',
      'list-item: IV. from four',
      'list-item: 2. goes on',
      'list-item: 1.a. below nothing',
      'list-item: 2. goes on with x',
      'list-item: of no style',
    ]);
  });

  it('reads a text with headings, lists, tables, notes and comments', async () => {
    const body = `<office:text>
      <text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
      <text:h text:outline-level="1">Lease</text:h>
      <text:p>The rent<text:s/>is <text:span>840</text:span><text:note><text:note-citation>1</text:note-citation>
        <text:note-body><text:p>Cold.</text:p></text:note-body></text:note> euro.<text:line-break/>Monthly.</text:p>
      <text:list><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>
      <text:section><text:p>Inside<office:annotation><text:p>Check</text:p></office:annotation></text:p></text:section>
      <table:table>${row(cell('Month'), cell('Euro'))}${row(cell('May'), cell('840'))}</table:table></office:text>`;
    expect(await parse(odf(body))).toEqual({
      title: 'Lease',
      blocks: [
        'heading1: Lease',
        'paragraph: The rent is 840 euro.\nMonthly.',
        'quote: Note: Cold.',
        'list-item: one',
        'list-item: two',
        'paragraph: Inside',
        'quote: Comment: Check',
        'table-row: Month | Euro',
        'table-row: May | 840',
      ],
      pages: [],
      warnings: [],
    });
  });

  it('reads sheets with the names of their columns, and not their empty ends', async () => {
    const sheet = (name: string, ...rows: readonly string[]) =>
      `<table:table table:name="${name}">${rows.join('')}</table:table>`;
    const rows = [
      row(cell('City'), cell('Rent')),
      row(cell('Ulm'), cell('840'), cell('', 16_000)),
      row(cell('', 16_384)),
    ];
    const body = `<office:spreadsheet>${sheet('Rents', ...rows)}${sheet('Empty', row(cell('')))}</office:spreadsheet>`;
    expect((await parse(odf(body))).blocks).toEqual(['heading1: Rents', 'table-row: City: Ulm | Rent: 840']);
  });

  it('reads slides as pages, with notes', async () => {
    const box = (text: string) => `<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const body = `<office:presentation><draw:page>${box('The plan')}<presentation:notes>${box('Slowly')}</presentation:notes></draw:page>
      <draw:page/></office:presentation>`;
    expect(await parse(odf(body))).toEqual({
      title: null,
      blocks: ['list-item: The plan', 'quote: Speaker’s note: Slowly'],
      pages: [1, 2],
      warnings: ['Slide 2 has no text.'],
    });
  });

  it('takes the title from the properties', async () => {
    const meta =
      '<office:document-meta><office:meta><dc:title>My lease</dc:title></office:meta></office:document-meta>';
    expect((await parse(odf('<office:text><text:p>x</text:p></office:text>', { 'meta.xml': meta }))).title).toBe(
      'My lease',
    );
  });

  it('says what is damaged, and what is locked', async () => {
    const refusal = async (bytes: Uint8Array) => parse(bytes).catch((error: unknown) => error);
    expect(await refusal(zipSync({ mimetype: strToU8('x') }))).toMatchObject({ code: 'document-damaged' });
    const locked = odf('', { 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' });
    expect(await refusal(locked)).toMatchObject({ code: 'document-encrypted' });
  });
});
