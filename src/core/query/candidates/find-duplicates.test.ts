import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDuplicates } from './find-duplicates.ts';

const clause =
  'The tenant keeps the flat clean, airs it every day and tells the owner at once about any damage to the windows, the doors or the pipes.';

describe('findDuplicates', () => {
  it('marks copies whatever their case, spacing and punctuation', () => {
    const retyped = clause.toUpperCase().replaceAll(',', ' ;').replaceAll(' ', '\n ');
    expect(findDuplicates([clause, 'Something else.', retyped, clause])).toEqual([null, null, 0, 0]);
  });

  it('marks a copy that was cut a little short, but not the longer one after it', () => {
    const cut = clause.replace(' or the pipes', '');
    expect(findDuplicates([clause, cut])).toEqual([null, 0]);
    expect(findDuplicates([cut, clause])).toEqual([null, null]);
  });

  it.each([
    [
      'another number',
      'Rent is 940 euros a month and is due on the third.',
      'Rent is 960 euros a month and is due on the third.',
    ],
    ['a "not"', clause.replace('keeps', 'does keep'), clause.replace('keeps', 'does not keep')],
    ['another name', 'Doctor Hallberg signed the letter.', 'Doctor Okafor signed the letter.'],
    ['another order', 'Anna pays and Bert waits and Cleo signs', 'Cleo pays and Anna waits and Bert signs'],
    ['other characters', '租客每月支付九百四十欧元', '租客每月支付九百六十欧元'],
  ])('does not mark a passage with %s', (_, first, second) => {
    expect(findDuplicates([first, second])).toEqual([null, null]);
  });

  it('compares scripts without spaces, short texts and texts without words', () => {
    expect(findDuplicates(['租客每月支付九百四十欧元', '租客每月支付九百四十欧元。'])).toEqual([null, 0]);
    expect(findDuplicates(['Yes.', 'yes', 'No.'])).toEqual([null, 0, null]);
    expect(findDuplicates(['—', '…'])).toEqual([null, 0]);
  });

  it('always points to an earlier text that is no duplicate, and always marks equal texts', () => {
    const text = fc
      .array(fc.constantFrom('red', 'green', 'blue', '7', 'not'), { maxLength: 8 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const duplicates = findDuplicates(texts);
        for (const [position, original] of duplicates.entries()) {
          if (original === null) expect(texts.indexOf(texts[position] ?? '')).toBe(position);
          else {
            expect(original).toBeLessThan(position);
            expect(duplicates[original]).toBeNull();
          }
        }
      }),
    );
  });
});
