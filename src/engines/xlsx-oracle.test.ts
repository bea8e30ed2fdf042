// Workbooks written by another library, and what that library says their cells show.
import { type CellObject, SSF, utils, write } from '@e965/xlsx';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { xlsxParser } from './xlsx-parser.ts';

const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((hundredths) => hundredths / 100);
const format = fc.constantFrom(
  'General',
  '0.00',
  '#,##0.00',
  '0.00%',
  '"$"#,##0.00',
  '#,##0.00 "EUR"',
  '#,##0.00;(#,##0.00)',
);
const day = fc.integer({ min: 61, max: 100_000 });

/** A cell, and what it shows. */
const cell: fc.Arbitrary<readonly [CellObject, string]> = fc.oneof(
  fc.tuple(amount, format).map(([v, z]): [CellObject, string] => [{ t: 'n', v, z }, String(SSF.format(z, v)).trim()]),
  day.map((v): [CellObject, string] => [{ t: 'n', v, z: 'd.m.yy' }, String(SSF.format('yyyy-mm-dd', v))]),
  fc.boolean().map((v): [CellObject, string] => [{ t: 'b', v }, v ? 'TRUE' : 'FALSE']),
  fc
    .stringMatching(/^[a-zß<>&"'_xü ]{1,12}$/)
    .map((v): [CellObject, string] => [{ t: 's', v }, v.replace(/\s+/g, ' ').trim()]),
);

/** Rows begin with a number, so that none of them names columns. */
const table = fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1, maxLength: 6 });

test.prop([table, fc.boolean(), fc.boolean()], { numRuns: 60 })(
  'shows every cell as the library that wrote it does',
  async (rows, compression, bookSST) => {
    const sheet = utils.aoa_to_sheet(rows.map((cells, at) => [at + 1, ...cells.map(([object]) => object)]));
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Sheet');
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression, bookSST }));
    const { text } = await xlsxParser.parse({ name: 'a.xlsx', bytes });
    const expected = rows.map((cells, at) =>
      [`Row ${at + 1}`, `${at + 1}`, ...cells.map(([, shown]) => shown).filter((shown) => shown !== '')].join(' | '),
    );
    expect(text.split('\n').filter((line) => line !== '')).toEqual(['Sheet', ...expected]);
  },
);
