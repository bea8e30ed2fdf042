import { describe, expect, it } from 'vitest';
import { csvParser } from './csv-parser.ts';

async function parse(source: string | Uint8Array) {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const { text, warnings, mediaType, blocks } = await csvParser.parse({ name: 'a.csv', bytes });
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(blocks.length > 0 ? ['table-row'] : []));
  return { rows: text === '' ? [] : text.split('\n'), warnings: warnings.map(({ code }) => code), mediaType };
}

describe('csvParser', () => {
  it('writes the column names into every row, and leaves empty cells out', async () => {
    const { rows, warnings, mediaType } = await parse('Name,City,Rent\r\nAda,Ulm,840\r\nBo,,"1,020"\r\n');
    expect(rows).toEqual(['Name: Ada | City: Ulm | Rent: 840', 'Name: Bo | Rent: 1,020']);
    expect({ warnings, mediaType }).toEqual({ warnings: [], mediaType: 'text/csv' });
  });

  it.each([
    ['semicolons, as German spreadsheets write them', 'Ort;Miete\nUlm;840,50\nBonn;720,00\n'],
    ['tabs', 'Ort\tMiete\nUlm\t840,50\nBonn\t720,00\n'],
    ['bars', 'Ort|Miete\nUlm|840,50\nBonn|720,00\n'],
  ])('finds out what separates the cells: %s', async (_, source) => {
    expect((await parse(source)).rows).toEqual(['Ort: Ulm | Miete: 840,50', 'Ort: Bonn | Miete: 720,00']);
  });

  it('says that it is a table of tabs', async () => {
    expect((await parse('a\tb\n1\t2\n')).mediaType).toBe('text/tab-separated-values');
  });

  it.each([
    ['a row of values', '1,2\n3,4\n', ['1 | 2', '3 | 4']],
    ['an empty name', 'a,\nb,c\n', ['a', 'b | c']],
    ['a name twice', 'a,a\nb,c\n', ['a | a', 'b | c']],
    ['a single row', 'a,b\n', ['a | b']],
    ['dates', '2026-01-02,05/06\nx,y\n', ['2026-01-02 | 05/06', 'x | y']],
  ])('takes no names from %s', async (_, source, rows) => {
    expect((await parse(source)).rows).toEqual(rows);
  });

  it('keeps line breaks and quotes of a cell readable, and cells beyond the names', async () => {
    const { rows } = await parse('what,why\n"two\nlines","she said ""no""",more\n\n,,\n');
    expect(rows).toEqual(['what: two lines | why: she said "no" | more']);
  });

  it('says where a quotation mark is never closed, and loses nothing', async () => {
    const { rows, warnings } = await parse('a,b\n1,"2\n3,4\n');
    expect(warnings).toEqual(['part-not-read']);
    expect(rows.join(' ')).toContain('3,4');
  });

  it('stops when it is told to', async () => {
    const bytes = new TextEncoder().encode(`a,b\n${'1,2\n'.repeat(5000)}`);
    await expect(csvParser.parse({ name: 'a.csv', bytes }, { signal: { aborted: true } })).rejects.toThrow();
  });
});
