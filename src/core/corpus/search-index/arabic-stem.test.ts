import { describe, expect, it } from 'vitest';
import { arabicStem } from './arabic-stem.ts';

describe('arabicStem', () => {
  // Number, article, possession and "and" of one noun; ه stands for ة, as words come here.
  it.each([
    ['سيار', 'سياره السياره سيارات والسيارات بالسياره'],
    ['كتاب', 'كتاب الكتاب وكتاب للكتاب كتابها كتابان'],
    ['مسافر', 'مسافر المسافرين مسافرون فالمسافر'],
    ['مستاجر', 'مستاجر المستاجر والمستاجرين'],
  ])('takes every form to %s', (stem, forms) => {
    expect(forms.split(' ').map(arabicStem)).toEqual(forms.split(' ').map(() => stem));
  });

  it.each(['و', 'وقت', 'ها', 'في', 'ان', 'abc', 'слово', ''])('leaves %j, too short or of another script', (word) => {
    expect(arabicStem(word)).toBe(word);
  });
});
