import { describe, expect, it } from 'vitest';
import { cellAddress, parseAddress, parseRange } from './cell-address.ts';
import { type Sheet, sheetBlocks } from './sheet-blocks.ts';

/** Rows as they look on the sheet; numbers are values, an empty row is one without text. */
function lines(rows: readonly (readonly (string | number)[])[], tables: readonly string[] = []) {
  const sheet: Sheet = {
    name: 'S',
    rows: rows.flatMap((cells, index) => {
      const found = cells.flatMap((value, column) =>
        value === '' ? [] : [{ column, text: String(value), isValue: typeof value === 'number' }],
      );
      return found.length === 0 ? [] : [{ number: index + 1, cells: found }];
    }),
    tables: tables.flatMap((range) => parseRange(range) ?? []),
    comments: new Map(),
    loose: [],
  };
  return [...sheetBlocks(sheet)].slice(1).map(({ text }) => text.replace(/^Row /, ''));
}

describe('sheetBlocks', () => {
  it('takes the names of columns from below a title', () => {
    expect(lines([['Rents'], ['as of May'], ['City', 'Rent', 'Note'], ['Ulm', 840, '']])).toEqual([
      '1 | Rents',
      '2 | as of May',
      '4 | City: Ulm | Rent: 840',
    ]);
  });

  it.each([
    [
      'a form',
      [
        ['Landlord', 'Ada'],
        ['Tenant', 'Bo'],
        ['Rent', 840],
      ],
      ['1 | Landlord | Ada', '2 | Tenant | Bo', '3 | Rent | 840'],
    ],
    [
      'years',
      [
        ['City', 2024, 2025],
        ['Ulm', 1, 2],
      ],
      ['1 | City | 2024 | 2025', '2 | Ulm | 1 | 2'],
    ],
    [
      'a gap',
      [
        ['City', '', 'Rent'],
        ['Ulm', 'x', 'y'],
      ],
      ['1 | City | Rent', '2 | Ulm | x | y'],
    ],
    ['a list', [['Milk'], ['Bread']], ['1 | Milk', '2 | Bread']],
  ])('takes no names from %s', (_, rows, read) => {
    expect(lines(rows)).toEqual(read);
  });

  it('takes names of two columns where numbers prove them', () => {
    expect(
      lines([
        ['Item', 'Price'],
        ['Bread', 3],
        ['Milk', 1],
      ]),
    ).toEqual(['2 | Item: Bread | Price: 3', '3 | Item: Milk | Price: 1']);
  });

  it('does not give the names of one table to the next', () => {
    const rows = [
      ['City', 'Rent', 'Since'],
      ['Ulm', 840, 2020],
      [],
      ['Person', 'Age', 'Job'],
      ['Ada', 36, 'cook'],
      [],
      ['Sum', 'all', 'x'],
    ];
    expect(lines(rows)).toEqual([
      '2 | City: Ulm | Rent: 840 | Since: 2020',
      '5 | Person: Ada | Age: 36 | Job: cook',
      '7 | Sum | all | x',
    ]);
  });

  it('goes on with a table after an empty row', () => {
    expect(lines([['City', 'Rent', 'Since'], ['Ulm', 840, 2020], [], ['Bonn', 1020, 2021]])).toEqual([
      '2 | City: Ulm | Rent: 840 | Since: 2020',
      '4 | City: Bonn | Rent: 1020 | Since: 2021',
    ]);
  });

  it('believes the tables of the workbook: years as names, cells beside and below them without', () => {
    const rows = [
      ['', 'City', 2024, 'beside'],
      ['x', 'Ulm', 1],
      ['', 'Bonn', 2],
      ['after', 'it', 3],
    ];
    expect(lines(rows, ['B1:C3'])).toEqual([
      '1 | beside',
      '2 | x | City: Ulm | 2024: 1',
      '3 | City: Bonn | 2024: 2',
      '4 | after | it | 3',
    ]);
  });
});

describe('cell addresses', () => {
  it('are read and written', () => {
    expect(parseAddress('$XFD$1048576')).toEqual({ row: 1_048_576, column: 16_383 });
    expect(['', 'A0', 'XFE1', 'A1048577', '1A', 'A1:B2'].map(parseAddress)).toEqual(Array(6).fill(undefined));
    for (const address of ['A1', 'Z9', 'AA10', 'AZ1', 'BA1', 'ZZ1', 'AAA1', 'XFD1']) {
      const { row, column } = parseAddress(address) ?? { row: 0, column: 0 };
      expect(cellAddress(row, column)).toBe(address);
    }
  });
});
