import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { builtInFormat, numberFormat } from './number-format.ts';

const show = (code: string, value: number, epoch: 1900 | 1904 = 1900) => numberFormat(code, epoch)(value);

describe('numberFormat', () => {
  it.each([
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 123456789012345, '123456789012345'],
    ['0', 1234.5, '1235'],
    ['0.00', -1234.5, '-1234.50'],
    ['#,##0.00', 1234567.891, '1,234,567.89'],
    ['0%', 0.125, '13%'],
    ['0.0%', 0.125, '12.5%'],
    ['#,##0.00 "€"', 840.5, '840.50 €'],
    ['"$"#,##0.00', -840.5, '-$840.50'],
    ['[$€-407] #,##0', 840, '€ 840'],
    ['0.00 [$CHF]', 12, '12.00 CHF'],
    ['#,##0;[Red](#,##0)', -1234, '(1,234)'],
    ['00000', 1234, '01234'],
    ['000\\-00\\-0000', 12345678, '012-34-5678'],
    ['0.0,,"M"', 12_345_678, '12.3M'],
    ['General" kg"', 1.5, '1.5 kg'],
    ['"Q"0', 3, 'Q3'],
    ['0;-0;"none"', 0, 'none'],
  ])('%s shows %d as %s', (code, value, text) => {
    expect(show(code, value)).toBe(text);
  });

  it('shows amounts of book-keepers without their fillers, and zero as zero', () => {
    const code = '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-';
    expect([840.5, -840.5, 0].map((value) => show(code, value))).toEqual(['840.50 €', '-840.50 €', '0.00 €']);
  });

  it.each([
    ['dd.mm.yyyy', 45717, '2025-03-01'],
    ['[$-409]mmm\\ d\\,\\ yyyy;@', 45717.9, '2025-03-01'],
    ['mmm yy', 45717, '2025-03-01'],
    ['m/d/yy h:mm', 45717.604166667, '2025-03-01 14:30'],
    ['h:mm AM/PM', 0.604166667, '14:30'],
    ['h:mm:ss', 0.5, '12:00:00'],
    ['[h]:mm', 1.5, '36:00'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['yyyy-mm-dd', 59, '1900-02-28'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['yyyy-mm-dd', 2_958_465, '9999-12-31'],
  ])('%s shows day %d as %s', (code, value, text) => {
    expect(show(code, value)).toBe(text);
  });

  it('counts days from 1904 where the workbook does', () => {
    expect(show('yyyy-mm-dd', 44255, 1904)).toBe('2025-03-01');
  });

  it.each([
    ['a fraction', '# ?/?'],
    ['an exponent', '0.00E+00'],
    ['a condition', '[<100]0;0.0'],
    ['nothing', ';;;'],
    ['text', '@'],
    ['a date out of the calendar', 'yyyy-mm-dd'],
  ])('shows the plain number where the format is %s', (_, code) => {
    expect(show(code, -1234.5)).toBe('-1234.5');
  });

  it('knows the formats that files name by number', () => {
    expect([0, 2, 10, 14, 22, 164].map(builtInFormat)).toEqual([
      'General',
      '0.00',
      '0.00%',
      'yyyy-mm-dd',
      'yyyy-mm-dd h:mm',
      'General',
    ]);
  });

  const piece = fc.constantFrom(
    '0',
    '#',
    '?',
    '.',
    ',',
    '%',
    '"',
    '\\',
    '_',
    '*',
    '[',
    ']',
    '$',
    ';',
    'y',
    'm',
    'h',
    's',
    'E+',
    '/',
    '@',
    'General',
    ' ',
  );
  test.prop([fc.array(piece), fc.double({ noNaN: false })])('never fails, and never shows nothing', (pieces, value) => {
    expect(show(pieces.join(''), value)).not.toBe('');
  });
});
